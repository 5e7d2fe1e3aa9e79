public import Foundation

/// One line of the record of what happened to a person and who was notified. Written once, with the
/// change it is about; never changed.
///
/// Each entry names the hash of the one before: to change, remove or move one, an attacker has to
/// change all that follow. See ``encoding`` for the hashed bytes.
public struct TimelineEntry: Identifiable, Equatable, Sendable {
  /// The person whose timeline it is.
  public var person: Person.ID
  /// From 1, without missing numbers.
  public var sequence: Int64
  /// When the server wrote it; UTC milliseconds.
  public var at: Date
  public var kind: TimelineKind
  /// The alert it belongs to.
  public var alert: AlertRecord.ID?
  /// The other person concerned, such as the responder who was notified.
  public var other: Person.ID?
  public var details: TimelineDetails
  /// 32 bytes: the hash of the entry before, ``TimelineChain/genesis`` for the first.
  public var previousHash: Data
  /// 32 bytes.
  public var hash: Data

  public var id: Int64 { sequence }

  public init(
    person: Person.ID, sequence: Int64, at: Date, kind: TimelineKind,
    alert: AlertRecord.ID? = nil, other: Person.ID? = nil, details: TimelineDetails = .none,
    previousHash: Data, hash: Data = Data()
  ) {
    self.person = person
    self.sequence = sequence
    self.at = at
    self.kind = kind
    self.alert = alert
    self.other = other
    self.details = details
    self.previousHash = previousHash
    self.hash = hash
  }
}

/// Where a person's chain begins and ends now; kept apart from the entries, so that cutting the
/// chain at its end is detected.
public struct TimelineHead: Equatable, Sendable {
  public var person: Person.ID
  /// The last entry's number; 0 before the first.
  public var sequence: Int64
  /// The last entry's hash.
  public var hash: Data
  /// The number of the last entry that was removed because its time was over; 0 before the first
  /// removal.
  public var anchorSequence: Int64
  /// The predecessor's hash in the first remaining entry.
  public var anchorHash: Data
  /// When the oldest remaining entry was written; nil without entries.
  public var oldestAt: Date?

  public init(
    person: Person.ID, sequence: Int64 = 0, hash: Data = TimelineChain.genesis,
    anchorSequence: Int64 = 0, anchorHash: Data = TimelineChain.genesis, oldestAt: Date? = nil
  ) {
    self.person = person
    self.sequence = sequence
    self.hash = hash
    self.anchorSequence = anchorSequence
    self.anchorHash = anchorHash
    self.oldestAt = oldestAt
  }
}

public enum TimelineChain {
  /// The predecessor's hash in every person's first entry: 32 zero bytes.
  public static let genesis = Data(count: 32)
  /// Seconds for which entries are kept.
  public static let retention: TimeInterval = 90 * 86_400
}
