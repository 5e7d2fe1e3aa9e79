public import Foundation

/// One finding that still exists: since when, and how often the auditor has repaired it in vain.
public struct AuditSighting: Equatable, Sendable {
  public var finding: AuditFinding
  /// When the auditor found it, or since when it has been so, where a row shows that.
  public var foundAt: Date
  public var repairs: Int

  public init(_ finding: AuditFinding, foundAt: Date, repairs: Int = 0) {
    self.finding = finding
    self.foundAt = foundAt
    self.repairs = repairs
  }
}

extension AuditSighting {
  /// Seconds in which a message that was given up counts as a broken promise. It stays a finding for a day; by
  /// then nothing can be done about it any more, and it must not hide what breaks next.
  private static let news: TimeInterval = 900

  /// The party at fault now; nil for findings that an operator should see but that make no server
  /// unready.
  public func fault(at now: Date) -> AuditFinding.Fault? {
    switch finding.kind {
    case .messageGivenUp, .messageUnreadable:
      abs(now.timeIntervalSince(foundAt)) < Self.news ? finding.kind.fault : nil
    default: finding.kind.fault
    }
  }
}
