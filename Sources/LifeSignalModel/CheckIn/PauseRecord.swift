public import Foundation

/// A period in which a person was, or is, not watched. Kept for the picture of the past weeks; the
/// current pause is in the ``Watch``.
public struct PauseRecord: Equatable, Sendable {
  public var person: Person.ID
  /// With the person, the pause's identity.
  public var startedAt: Date
  /// The announced end; the real one as soon as there is one.
  public var until: Date

  public init(person: Person.ID, startedAt: Date, until: Date) {
    self.person = person
    self.startedAt = startedAt
    self.until = until
  }
}
