/// Whether the server can keep its promises, and if not, why; for machines to read.
public struct HealthReport: Equatable, Codable, Sendable {
  public enum Cause: Equatable, Codable, Sendable {
    /// A loop has not turned for too long, or never.
    case loopStalled(LoopName)
    /// The auditor has found what it could not put right.
    case promisesBroken(Int)
    /// The ledger refuses writes.
    case ledgerRefuses(String)

    /// Whether a restart cures it.
    public var isOfALoop: Bool {
      if case .loopStalled = self { true } else { false }
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

  /// Whether the ledger refuses writes, which stops the loops as well and which no restart cures.
  public var isRefused: Bool {
    causes.contains { if case .ledgerRefuses = $0 { true } else { false } }
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

  /// False when a loop stands still: that, and nothing else, is cured by a restart.
  public var isLive: Bool { !causes.contains(where: \.isOfALoop) }
}
