public import Foundation

/// One ping as stored. At most one per ordered pair is pending.
public struct Ping: Identifiable, Equatable, Sendable {
  public var id: PingData.ID
  public var sender: Person.ID
  public var recipient: Person.ID
  /// When it was sent, or sent again while still pending.
  public var sentAt: Date
  /// When the recipient's phone was last notified; a ping sent again is pushed at most once a
  /// minute.
  public var pushedAt: Date
  public var expiresAt: Date
  public var status: PingStatus
  /// When it left `.pending`; set exactly when it has.
  public var closedAt: Date?
  /// Whether a value could not be read and was replaced. Not stored.
  public var isDamaged = false

  public init(
    id: PingData.ID, sender: Person.ID, recipient: Person.ID, sentAt: Date, pushedAt: Date,
    expiresAt: Date, status: PingStatus = .pending, closedAt: Date? = nil
  ) {
    self.id = id
    self.sender = sender
    self.recipient = recipient
    self.sentAt = sentAt
    self.pushedAt = pushedAt
    self.expiresAt = expiresAt
    self.status = status
    self.closedAt = closedAt
  }

  /// What a change starts from; nil where not every value could be read.
  var whole: Ping? { isDamaged ? nil : self }
}
