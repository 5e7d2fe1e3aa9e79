public import Foundation

/// Where the weekly drill of one person's channels stands, and what the last one found.
///
/// The row is the timer: ``nextFireAt`` is its next due time.
public struct Drill: Equatable, Sendable {
  /// Raw values are stored.
  public enum Stage: String, Sendable, CaseIterable {
    /// For the next one.
    case waiting
    /// The silent test messages are on their way; the row reads their results when it is due again.
    case sent
  }

  /// The stored facts about one channel. Kept longer than the outbox keeps its rows.
  public struct Link: Equatable, Codable, Sendable {
    public var channel: Channel.ID
    /// Whether the last drill sent a test there, rather than counting the results of other
    /// messages.
    public var isDrilled: Bool
    /// When a message was last accepted there.
    public var lastSuccess: Date?
    /// When one was last given up.
    public var lastFailure: Date?

    public init(
      channel: Channel.ID, isDrilled: Bool = false, lastSuccess: Date? = nil,
      lastFailure: Date? = nil
    ) {
      self.channel = channel
      self.isDrilled = isDrilled
      self.lastSuccess = lastSuccess
      self.lastFailure = lastFailure
    }
  }

  public var person: Person.ID
  public var stage: Stage
  public var nextFireAt: Date
  /// Every step increases it, so that only one step can be the next.
  public var gen: Int64
  /// When the last one ended; nil before the first has.
  public var endedAt: Date?
  public var links: [Link]
  /// When the person was last notified that their readiness is low.
  public var warnedAt: Date?

  public init(
    person: Person.ID, stage: Stage = .waiting, nextFireAt: Date, gen: Int64 = 1,
    endedAt: Date? = nil, links: [Link] = [], warnedAt: Date? = nil
  ) {
    self.person = person
    self.stage = stage
    self.nextFireAt = nextFireAt
    self.gen = gen
    self.endedAt = endedAt
    self.links = links
    self.warnedAt = warnedAt
  }
}

extension ChannelKind {
  /// Whether a test can go this way unnoticed: only to a program, whose message says that it is a
  /// drill. A push message must show itself, and every other kind rings, lies in an inbox or costs
  /// money.
  public var canBeDrilled: Bool { self == .webhook }
}

extension Delivery {
  static let drillPrefix = "drill:"

  /// Whether it is a test message of a drill.
  public var isDrill: Bool { dedupeKey.hasPrefix(Self.drillPrefix) }
}
