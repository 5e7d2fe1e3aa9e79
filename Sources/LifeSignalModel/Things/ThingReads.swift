public import Foundation

/// Reads of people's devices.
public protocol ThingReads: RecordReads {
  func thing(tokenHash: Data) throws -> Thing?
  /// The oldest first.
  func things(of person: Person.ID) throws -> [Thing]
  /// Nil while the person has set none.
  func evidenceRule(of person: Person.ID) throws -> EvidenceRule?
}

extension ThingReads {
  public func thing(_ id: Thing.ID) throws -> Thing? { try find(id) }
}
