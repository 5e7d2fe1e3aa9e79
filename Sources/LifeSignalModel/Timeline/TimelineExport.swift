public import Foundation

/// A person's whole timeline in one document, with everything a stranger needs to verify it: see
/// ``TimelineEntry/encoding`` and docs/timeline.md.
public struct TimelineExport: Equatable, Codable, Sendable {
  /// One end of the chain.
  public struct End: Equatable, Codable, Sendable {
    public var sequence: Int64
    /// 64 hexadecimal digits.
    public var hash: String
  }

  public var format: String
  public var version: Int
  public var exportedAt: Date
  public var person: Person.ID
  public var name: String
  /// The last entry that was removed because its time was over; number 0 when none was.
  public var anchor: End
  /// The last entry.
  public var head: End
  /// Whether there were more than ``limit`` entries and the newest are not here.
  public var isShortened: Bool
  /// The server's result when it examined the chain for this document.
  public var verdict: TimelineVerdict
  /// Oldest first.
  public var entries: [TimelineEntryData]

  /// Entries at most, so that one request cannot take all memory.
  public static let limit = 50_000

  public init(
    _ person: Person, head: TimelineHead, entries: [TimelineEntryData], verdict: TimelineVerdict,
    at now: Date
  ) {
    format = "lifesignal-timeline"
    version = 1
    exportedAt = now
    self.person = person.id
    name = person.name
    anchor = End(sequence: head.anchorSequence, hash: head.anchorHash.hexadecimal)
    self.head = End(sequence: head.sequence, hash: head.hash.hexadecimal)
    isShortened = entries.count >= Self.limit
    self.verdict = verdict
    self.entries = entries
  }

  /// The exported document. Instants are UTC milliseconds, as in the hashed bytes.
  public func document() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.milliseconds)
    }
    return try encoder.encode(self)
  }
}
