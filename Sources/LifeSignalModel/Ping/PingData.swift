public import Foundation

/// A request for a sign of life from a responder to a dependent.
///
/// At most one is pending per ordered pair of sender and recipient.
public struct PingData: Equatable, Codable, Sendable, Identifiable {
  public let id: Identifier<PingData>
  /// The responder who asks.
  public var senderID: Person.ID
  /// The dependent who is asked.
  public var recipientID: Person.ID
  /// When it was sent, or last sent again.
  public var timestamp: Date
  public var status: PingStatus
  /// Present when responded.
  public var responseTimestamp: Date?
  public var senderName: String?
  public var recipientName: String?
  public var senderProfilePictureURL: URL?
  public var recipientProfilePictureURL: URL?

  public init(
    id: Identifier<PingData>,
    senderID: Person.ID,
    recipientID: Person.ID,
    timestamp: Date,
    status: PingStatus = .pending,
    responseTimestamp: Date? = nil,
    senderName: String? = nil,
    recipientName: String? = nil,
    senderProfilePictureURL: URL? = nil,
    recipientProfilePictureURL: URL? = nil
  ) {
    self.id = id
    self.senderID = senderID
    self.recipientID = recipientID
    self.timestamp = timestamp
    self.status = status
    self.responseTimestamp = responseTimestamp
    self.senderName = senderName
    self.recipientName = recipientName
    self.senderProfilePictureURL = senderProfilePictureURL
    self.recipientProfilePictureURL = recipientProfilePictureURL
  }

  /// A copy answered at `now`.
  public func responded(at now: Date) -> PingData {
    var copy = self
    copy.status = .responded
    copy.responseTimestamp = now
    return copy
  }

  /// A copy withdrawn by its sender.
  public var cleared: PingData {
    var copy = self
    copy.status = .cleared
    return copy
  }
}

/// The status of a ping; every case but `pending` is final. Raw values are labels.
public enum PingStatus: String, CaseIterable, Equatable, Codable, Sendable {
  case pending = "Pending"
  case responded = "Responded"
  case cleared = "Cleared"
  case expired = "Expired"
}
