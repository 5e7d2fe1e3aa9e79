public import Foundation

/// The result of examining a person's chain.
public struct TimelineVerdict: Equatable, Codable, Sendable {
  /// A fault of a chain, at the first entry where it shows.
  public enum Fault: String, CaseIterable, Equatable, Codable, Sendable {
    /// The entry does not match its hash: it was changed.
    case hash
    /// An entry is missing before this one.
    case gap
    /// The entry does not name the one before it: one of the two was inserted.
    case order
    /// The first entry does not follow the entries that were removed because their time was over.
    case anchor
    /// Entries are missing at the end.
    case truncated
    /// There are entries after the known end of the chain, or its end is unknown.
    case head
    /// The entry, or the stored record of the chain's ends, cannot be read.
    case unreadable
  }

  public struct Break: Equatable, Codable, Sendable {
    /// The number of the first entry that is wrong or missing.
    public var sequence: Int64
    public var fault: Fault

    public init(sequence: Int64, fault: Fault) {
      self.sequence = sequence
      self.fault = fault
    }
  }

  public var person: Person.ID
  /// Entries found to be in order.
  public var count: Int
  /// When the oldest of them was written.
  public var since: Date?
  /// The hash of the last entry in order, 64 hexadecimal digits: keep it elsewhere to prove later
  /// that nothing before it was changed.
  public var headHash: String
  public var firstBreak: Break?

  public init(
    person: Person.ID, count: Int = 0, since: Date? = nil, headHash: String = "",
    firstBreak: Break? = nil
  ) {
    self.person = person
    self.count = count
    self.since = since
    self.headHash = headHash
    self.firstBreak = firstBreak
  }

  public var isIntact: Bool { firstBreak == nil }
}
