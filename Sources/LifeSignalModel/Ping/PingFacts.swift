/// A stored ping with the names of both sides as they are now.
public struct PingFacts: Equatable, Sendable {
  public var ping: Ping
  public var senderName: String
  public var recipientName: String

  public init(ping: Ping, senderName: String, recipientName: String) {
    self.ping = ping
    self.senderName = senderName
    self.recipientName = recipientName
  }
}
