public import Foundation

/// One alert as stored: raised by hand, or by a missed deadline.
public struct Alert: Identifiable, Equatable, Sendable {
  /// Raw values are stored.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    case manual
    case missedCheckIn
    /// A trip whose end passed without an arrival.
    case travel
    /// A check-in with a duress code; see ``SilentAlarmRules``.
    case duress
  }

  /// Raw values are stored.
  public enum EndReason: String, Sendable, CaseIterable {
    /// The person ended their own manual alert.
    case endedByPerson
    /// The person checked in after a missed deadline.
    case checkedIn
    /// The person arrived after a trip that was overdue.
    case arrived
    /// A responder has made sure that the person is safe; not of an alert that the person raised.
    case endedByResponder
  }

  public var id: AlertRecord.ID
  public var person: Person.ID
  public var kind: Kind
  /// The watch's `gen` for a missed check-in, the id of the trip or of the code, else nil. Unique
  /// with person and kind.
  public var gen: Int64?
  public var startedAt: Date
  /// Set together with `endReason`. At most one alert per person and kind has none.
  public var endedAt: Date?
  public var endReason: EndReason?

  public init(
    id: AlertRecord.ID, person: Person.ID, kind: Kind, gen: Int64? = nil, startedAt: Date,
    endedAt: Date? = nil, endReason: EndReason? = nil
  ) {
    self.id = id
    self.person = person
    self.kind = kind
    self.gen = gen
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.endReason = endReason
  }

  public var isOpen: Bool { endedAt == nil }
}
