public import Foundation

/// One line of the record of what happened to a person and who was told. Written once, with the
/// change it is about; never changed.
///
/// Each entry names the hash of the one before: whoever changes, removes or moves one has to change
/// all that follow. See ``encoding`` for what is hashed.
public struct TimelineEntry: Identifiable, Equatable, Sendable {
  /// Whose timeline it is.
  public var person: Person.ID
  /// From 1, without gaps.
  public var sequence: Int64
  /// When the server wrote it; UTC milliseconds.
  public var at: Date
  public var kind: TimelineKind
  /// The alarm it belongs to.
  public var alert: AlertRecord.ID?
  /// Who else is concerned, such as the responder who was told.
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

/// Where a person's chain begins and ends now; kept apart from the entries, so that a chain that was
/// cut at its end is found out.
public struct TimelineHead: Equatable, Sendable {
  public var person: Person.ID
  /// Of the last entry; 0 before the first.
  public var sequence: Int64
  /// Of the last entry.
  public var hash: Data
  /// Of the last entry that was removed because its time was over; 0 before the first removal.
  public var anchorSequence: Int64
  /// What the first entry that is left names as its predecessor.
  public var anchorHash: Data
  /// When the oldest entry that is left was written; nil without entries.
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
  /// What the first entry of everybody names as its predecessor: 32 zero bytes.
  public static let genesis = Data(count: 32)
  /// Seconds for which entries are kept.
  public static let retention: TimeInterval = 90 * 86_400
}
