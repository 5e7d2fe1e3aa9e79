/// A person's pings: those that wait for their answer, and all others newest first.
public struct PingLists: Equatable, Codable, Sendable {
  /// Received and unanswered.
  public var pending: [PingData]
  /// Sent and received, any status except received and pending.
  public var history: [PingData]

  public init(pending: [PingData] = [], history: [PingData] = []) {
    self.pending = pending
    self.history = history
  }
}
