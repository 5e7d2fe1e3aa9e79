public import Foundation

/// A period in which a person was, or is, not watched. Kept for the picture of the past weeks; the
/// current pause is in the ``Watch``.
public struct Pause: Equatable, Sendable {
  /// The longest pause, in seconds.
  public static let longest: TimeInterval = 30 * 86_400
  /// Lengths to choose from, in seconds.
  public static let offered: [TimeInterval] = [
    43_200, 86_400, 259_200, 604_800, 1_209_600, 2_592_000,
  ]

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
