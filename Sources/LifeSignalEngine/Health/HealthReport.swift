/// Whether the server can keep its promises, and if not, why; for machines to read.
public struct HealthReport: Equatable, Codable, Sendable {
  public enum Cause: Equatable, Codable, Sendable {
    /// A loop has not turned for too long, or never.
    case loopStalled(LoopName)
    /// The auditor has found what it could not put right.
    case promisesBroken(Int)
    /// The ledger refuses writes.
    case ledgerRefuses(String)

    /// Whether nobody is told anything because of it: a loop stands still that tells people.
    public var isSilence: Bool {
      if case .loopStalled(let loop) = self { loop.tellsPeople } else { false }
    }

    /// A name that does not change.
    public var code: String {
      switch self {
      case .loopStalled(let name): "loop-stalled:\(name.rawValue)"
      case .promisesBroken: "promises-broken"
      case .ledgerRefuses: "ledger-refuses"
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
