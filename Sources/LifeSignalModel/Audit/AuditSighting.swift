public import Foundation

/// One finding that is still so: since when, and how often its repair was tried.
public struct AuditSighting: Equatable, Sendable {
  public var finding: AuditFinding
  public var foundAt: Date
  public var repairs: Int

  public init(_ finding: AuditFinding, foundAt: Date, repairs: Int = 0) {
    self.finding = finding
    self.foundAt = foundAt
    self.repairs = repairs
  }
}
