public import LifeSignalModel

/// Whether the server can keep its promises, and if not, why; for programs to read.
public struct HealthReport: Equatable, Codable, Sendable {
  public enum Cause: Equatable, Codable, Sendable {
    /// A loop has not turned for ``EngineServices/patience``.
    case loopStalled(LoopName)
    /// A loop has not turned since the start, which is less than that ago.
    case loopStarting(LoopName)
    /// A loop turns, and has failed three times in a row.
    case loopFailing(LoopName)
    /// The auditor has findings that it could not repair.
    case promisesBroken(Int)
    /// This many due rows have failed for half a minute, at every attempt.
    case rowsFailing(Int)
    /// This many messages cannot even be claimed and are left alone for an hour.
    case rowsAside(Int)
    /// This many rows of this table cannot be read in full.
    case rowsUnreadable(table: String, Int)
    /// Nothing of this kind can be read.
    case tableUnreadable(String)
    /// The number of open alerts about which no carrier has accepted any message for two minutes.
    case alarmsUnreached(Int)
    /// The carrier of these channels has accepted nothing for two minutes, in ten attempts or more.
    case channelFailing(ChannelKind)
    /// This many check-ins, alerts and answers could not be stored because the database is damaged; the last
    /// one less than ten minutes ago.
    case requestsLost(Int)
    /// The schema lacks parts, or has foreign ones: so many differences.
    case schemaDamaged(Int)
    /// The ledger refuses writes.
    case ledgerRefuses(String)
    /// A start found that acknowledged commits are lost, and the operator has not acknowledged
    /// that.
    case commitsLost
    /// The wall clock is far ahead of the latest beat and no service keeps it right: missed
    /// deadlines wait.
    case clockDoubted
    /// Too few file descriptors, or too little memory, to accept connections or open files.
    case descriptorsShort

    /// Whether a promise is broken, or the carriers do not accept messages.
    public var fault: AuditFinding.Fault {
      switch self {
      case .alarmsUnreached, .channelFailing: .carrier
      default: .promise
      }
    }

    /// Whether no one is notified because of it: a loop that notifies people stands still.
    public var isSilence: Bool {
      if case .loopStalled(let loop) = self { loop.tellsPeople } else { false }
    }

    /// ``code`` without its count, for callers who may know that something is wrong but not how
    /// much.
    public var word: String {
      let parts = code.split(separator: ":")
      return (parts.last.flatMap { Int($0) } == nil ? parts : parts.dropLast())
        .joined(separator: ":")
    }

    /// A stable name.
    public var code: String {
      switch self {
      case .loopStalled(let name): "loop-stalled:\(name.rawValue)"
      case .loopStarting(let name): "loop-starting:\(name.rawValue)"
      case .loopFailing(let name): "loop-failing:\(name.rawValue)"
      case .promisesBroken: "promises-broken"
      case .rowsFailing(let count): "rows-failing:\(count)"
      case .rowsAside(let count): "rows-aside:\(count)"
      case .rowsUnreadable(let table, let count): "rows-unreadable:\(table):\(count)"
      case .tableUnreadable(let kind): "table-unreadable:\(kind)"
      case .alarmsUnreached: "alarms-unreached"
      case .channelFailing(let kind): "channel-failing:\(kind.rawValue)"
      case .requestsLost(let count): "requests-lost:\(count)"
      case .schemaDamaged(let count): "schema-damaged:\(count)"
      case .ledgerRefuses: "ledger-refuses"
      case .commitsLost: "commits-lost"
      case .clockDoubted: "clock-doubted"
      case .descriptorsShort: "descriptors-short"
      }
    }
  }

  /// Why the server is not ready; empty when it is.
  public var causes: [Cause]
  /// Seconds since each loop last turned, by its name.
  public var loops: [String: Double]
  /// The current findings, by kind.
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

  /// False where a restart would help: for `/health/live` and for the supervisor's watchdog, which
  /// kill the process.
  ///
  /// It depends on whether the loops turn that notify people, ``LoopName/watch`` and
  /// ``LoopName/dispatch``. It does not depend on a heartbeat, for which the watch beats, or on an
  /// auditor that is late, on promises that stay broken, or on anything while the ledger refuses
  /// writes. That stops every loop, and a restart frees no disk; it would lose the work waiting in
  /// memory and the pages that still show the last state.
  public var isLive: Bool { silences.isEmpty }

  /// Why the server is not live.
  public var silences: [Cause] {
    let isRefused = causes.contains { if case .ledgerRefuses = $0 { true } else { false } }
    return isRefused ? [] : causes.filter(\.isSilence)
  }
}
