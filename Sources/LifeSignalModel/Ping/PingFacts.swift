/// A stored ping with the names of both sides as they are now; nil for a side whose name the viewer
/// may not see any more, because the relation has ended.
public struct PingFacts: Equatable, Sendable {
  public var ping: Ping
  public var senderName: String?
  public var recipientName: String?
}
