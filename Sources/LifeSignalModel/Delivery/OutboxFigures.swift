public import Foundation

/// How many rows of one kind of channel the outbox holds in one state.
public struct OutboxFigure: Equatable, Sendable {
  public var kind: ChannelKind
  public var state: Delivery.State
  public var count: Int
  /// When the row that has waited longest came due, when its lease ends, or when the first of these
  /// died.
  public var oldest: Date?

  public init(kind: ChannelKind, state: Delivery.State, count: Int, oldest: Date? = nil) {
    self.kind = kind
    self.state = state
    self.count = count
    self.oldest = oldest
  }
}

/// A message that was given up, as the operator sees it: without its address and its words.
public struct DeadLetter: Equatable, Sendable, Identifiable {
  public var id: Delivery.ID
  public var kind: ChannelKind
  public var priority: Delivery.Priority?
  public var attempts: Int
  public var createdAt: Date
  public var diedAt: Date
  public var reason: String

  public init(
    id: Delivery.ID, kind: ChannelKind, priority: Delivery.Priority?, attempts: Int,
    createdAt: Date, diedAt: Date, reason: String
  ) {
    self.id = id
    self.kind = kind
    self.priority = priority
    self.attempts = attempts
    self.createdAt = createdAt
    self.diedAt = diedAt
    self.reason = reason
  }
}
