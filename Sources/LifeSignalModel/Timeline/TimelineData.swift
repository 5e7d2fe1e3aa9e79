public import Foundation

/// One entry of a timeline, as a permitted reader sees it.
public struct TimelineEntryData: Identifiable, Equatable, Codable, Sendable {
  /// From 1, without missing numbers.
  public var sequence: Int64
  public var at: Date
  public var kind: TimelineKind
  public var alert: AlertRecord.ID?
  public var other: Person.ID?
  /// The other person's name now; nil when the relation or their account is gone.
  public var otherName: String?
  public var details: TimelineDetails
  /// 64 hexadecimal digits.
  public var previousHash: String
  /// 64 hexadecimal digits.
  public var hash: String

  public var id: Int64 { sequence }

  public init(
    sequence: Int64, at: Date, kind: TimelineKind, alert: AlertRecord.ID? = nil,
    other: Person.ID? = nil, otherName: String? = nil, details: TimelineDetails = .none,
    previousHash: String = "", hash: String = ""
  ) {
    self.sequence = sequence
    self.at = at
    self.kind = kind
    self.alert = alert
    self.other = other
    self.otherName = otherName
    self.details = details
    self.previousHash = previousHash
    self.hash = hash
  }

  public init(_ entry: TimelineEntry, otherName: String? = nil) {
    self.init(
      sequence: entry.sequence, at: entry.at, kind: entry.kind, alert: entry.alert,
      other: entry.other, otherName: otherName, details: entry.details,
      previousHash: entry.previousHash.hexadecimal, hash: entry.hash.hexadecimal)
  }
}

/// Part of a timeline, newest first.
public struct TimelinePage: Equatable, Codable, Sendable {
  public var entries: [TimelineEntryData]
  /// Whether older entries follow.
  public var hasMore: Bool

  public init(entries: [TimelineEntryData] = [], hasMore: Bool = false) {
    self.entries = entries
    self.hasMore = hasMore
  }
}

/// The part of a person's timeline that belongs to one alert, oldest first: the part that their
/// responders see.
public struct AlarmTimeline: Identifiable, Equatable, Codable, Sendable {
  public let id: AlertRecord.ID
  public var person: Person.ID
  public var kind: Alert.Kind
  public var startedAt: Date
  /// Nil while the alert is on.
  public var endedAt: Date?
  public var entries: [TimelineEntryData]

  public init(
    id: AlertRecord.ID, person: Person.ID, kind: Alert.Kind, startedAt: Date,
    endedAt: Date? = nil, entries: [TimelineEntryData] = []
  ) {
    self.id = id
    self.person = person
    self.kind = kind
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.entries = entries
  }

  public var isOpen: Bool { endedAt == nil }
}

extension Data {
  /// Two lower-case digits a byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(clamping: byte >> 4)])
      text.append(digits[Int(clamping: byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
