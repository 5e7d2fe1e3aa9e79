public import LifeSignalModel

/// Whether the server can keep its promises, and if not, why; for machines to read.
public struct HealthReport: Equatable, Codable, Sendable {
  public enum Cause: Equatable, Codable, Sendable {
    /// A loop has not turned for too long, or never.
    case loopStalled(LoopName)
    /// A loop turns, and has failed three times in a row.
    case loopFailing(LoopName)
    /// The auditor has found what it could not put right.
    case promisesBroken(Int)
    /// So many due rows have failed for half a minute, whenever they were tried.
    case rowsFailing(Int)
    /// So many messages cannot even be claimed and are left alone for an hour.
    case rowsAside(Int)
    /// So many rows of this table cannot be read in full.
    case rowsUnreadable(table: String, Int)
    /// Nothing of this kind can be read.
    case tableUnreadable(String)
    /// The number of open alerts about which no carrier has taken any message for two minutes.
    case alarmsUnreached(Int)
    /// The carrier of these channels has taken nothing for two minutes, in ten attempts or more.
    case channelFailing(ChannelKind)
    /// The ledger refuses writes.
    case ledgerRefuses(String)
    /// A start found that acknowledged commits are lost, and the operator has not dealt with it.
    case commitsLost
    /// The wall clock is far ahead of the latest beat and no one keeps it right: missed deadlines wait.
    case clockDoubted
    /// Files or memory are too short to accept connections or to open any.
    case descriptorsShort

    /// Whether a promise is broken, or those who carry messages do not take them.
    public var fault: AuditFinding.Fault {
      switch self {
      case .alarmsUnreached, .channelFailing: .carrier
      default: .promise
      }
    }

    /// Whether nobody is told anything because of it: a loop stands still that tells people.
    public var isSilence: Bool {
      if case .loopStalled(let loop) = self { loop.tellsPeople } else { false }
    }

    /// ``code`` without its count, for those who may know that something is wrong and not how much.
    public var word: String {
      let parts = code.split(separator: ":")
      return (parts.last.flatMap { Int($0) } == nil ? parts : parts.dropLast())
        .joined(separator: ":")
    }

    /// A name that does not change.
    public var code: String {
      switch self {
      case .loopStalled(let name): "loop-stalled:\(name.rawValue)"
      case .loopFailing(let name): "loop-failing:\(name.rawValue)"
      case .promisesBroken: "promises-broken"
      case .rowsFailing(let count): "rows-failing:\(count)"
      case .rowsAside(let count): "rows-aside:\(count)"
      case .rowsUnreadable(let table, let count): "rows-unreadable:\(table):\(count)"
      case .tableUnreadable(let kind): "table-unreadable:\(kind)"
      case .alarmsUnreached: "alarms-unreached"
      case .channelFailing(let kind): "channel-failing:\(kind.rawValue)"
      case .ledgerRefuses: "ledger-refuses"
      case .commitsLost: "commits-lost"
      case .clockDoubted: "clock-doubted"
      case .descriptorsShort: "descriptors-short"
      }
    }
  }

  /// Why it is not ready; empty when it is.
  public var causes: [Cause]
  /// Seconds since each loop last turned, by its name.
  public var loops: [String: Double]
  /// What is broken now, by kind.
  public var findings: [String: Int]

  public init(causes: [Cause] = [], loops: [String: Double] = [:], findings: [String: Int] = [:]) {
    self.causes = causes
    self.loops = loops
    self.findings = findings
  }

  public static let ready = HealthReport()

  public var isReady: Bool { causes.isEmpty }

  /// Why promises are broken, or why carriers fail. Neither hides the other.
  public func causes(of fault: AuditFinding.Fault) -> [Cause] {
    causes.filter { $0.fault == fault }
  }

  /// False where a new start would help: for `/health/live` and for the supervisor's watchdog, which kill.
  ///
  /// What counts is whether the loops turn that tell people, ``LoopName/watch`` and ``LoopName/dispatch``.
  /// What does not count: a heartbeat, for which the watch beats, or an auditor that is late, promises that stay broken, and anything
  /// while the ledger refuses writes. That stops every loop, and a new start frees no disk; it would lose
  /// what waits in memory and the pages that still show how things stood.
  public var isLive: Bool { silences.isEmpty }

  /// Why it is not live.
  public var silences: [Cause] {
    let isRefused = causes.contains { if case .ledgerRefuses = $0 { true } else { false } }
    return isRefused ? [] : causes.filter(\.isSilence)
  }
}
