public import Foundation

/// Where the weekly drill of one person's channels stands, and what the last one found.
///
/// The row is the timer: ``nextFireAt`` is when something is to be done about it.
public struct Drill: Equatable, Sendable {
  /// Raw values are stored.
  public enum Stage: String, Sendable, CaseIterable {
    /// For the next one.
    case waiting
    /// What can be sent in silence is under way; how it went is read when the row is due again.
    case sent
  }

  /// What is known of one channel. Kept longer than the outbox keeps its rows.
  public struct Link: Equatable, Codable, Sendable {
    public var channel: Channel.ID
    /// Whether the last drill went there, rather than counting what else had.
    public var isDrilled: Bool
    /// When a message was last taken there.
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
  /// Raised by every step, of which only one can be the next.
  public var gen: Int64
  /// When the last one ended; nil before the first has.
  public var endedAt: Date?
  public var links: [Link]
  /// When the person was last told that their readiness is low.
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
  /// Whether a message can go this way without anybody noticing: to a program, which is told that it is
  /// a drill. A push message must show itself, and everything else rings, lies in an inbox or costs.
  public var canBeDrilled: Bool { self == .webhook }
}

extension Delivery {
  static let drillPrefix = "drill:"

  /// Whether it is sent to see whether it comes.
  public var isDrill: Bool { dedupeKey.hasPrefix(Self.drillPrefix) }
}
