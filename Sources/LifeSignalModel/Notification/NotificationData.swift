public import Foundation

/// One entry of a person's notification centre.
public struct NotificationData: Equatable, Sendable, Identifiable {
  public let id: Identifier<NotificationData>
  public var userID: Person.ID?
  /// Never ``NotificationType/all``.
  public var type: NotificationType
  public var event: NotificationEvent?
  public var title: Phrase
  public var message: Phrase
  public var timestamp: Date
  public var isRead: Bool
  public var relatedContactID: Person.ID?
  public var relatedAlertID: AlertRecord.ID?
  public var relatedPingID: PingData.ID?
  public var relatedCheckInID: CheckInRecord.ID?
  public var relatedUserID: Person.ID?
  public var alertData: AlertData?
  public var pingData: PingData?
  public var contactData: NotificationContactInfo?

  public init(
    id: Identifier<NotificationData>,
    userID: Person.ID? = nil,
    type: NotificationType,
    event: NotificationEvent? = nil,
    title: Phrase,
    message: Phrase,
    timestamp: Date,
    isRead: Bool = false,
    relatedContactID: Person.ID? = nil,
    relatedAlertID: AlertRecord.ID? = nil,
    relatedPingID: PingData.ID? = nil,
    relatedCheckInID: CheckInRecord.ID? = nil,
    relatedUserID: Person.ID? = nil,
    alertData: AlertData? = nil,
    pingData: PingData? = nil,
    contactData: NotificationContactInfo? = nil
  ) {
    self.id = id
    self.userID = userID
    self.type = type == .all ? .system : type
    self.event = event
    self.title = title
    self.message = message
    self.timestamp = timestamp
    self.isRead = isRead
    self.relatedContactID = relatedContactID
    self.relatedAlertID = relatedAlertID
    self.relatedPingID = relatedPingID
    self.relatedCheckInID = relatedCheckInID
    self.relatedUserID = relatedUserID
    self.alertData = alertData
    self.pingData = pingData
    self.contactData = contactData
  }
}

extension NotificationData: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, userID, type, event, title, message, timestamp, isRead, relatedContactID
    case relatedAlertID, relatedPingID, relatedCheckInID, relatedUserID, alertData, pingData
    case contactData
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(Identifier<NotificationData>.self, forKey: .id),
      userID: try values.decodeIfPresent(Person.ID.self, forKey: .userID),
      // The wire has its own names: reading labels here would turn everything into `all`.
      type: NotificationType(wireName: try values.decode(String.self, forKey: .type)),
      event: try values.decodeIfPresent(String.self, forKey: .event)
        .flatMap(NotificationEvent.init(rawValue:)),
      title: try values.decode(Phrase.self, forKey: .title),
      message: try values.decode(Phrase.self, forKey: .message),
      timestamp: try values.decode(Date.self, forKey: .timestamp),
      isRead: try values.decodeIfPresent(Bool.self, forKey: .isRead) ?? false,
      relatedContactID: try values.decodeIfPresent(Person.ID.self, forKey: .relatedContactID),
      relatedAlertID: try values.decodeIfPresent(AlertRecord.ID.self, forKey: .relatedAlertID),
      relatedPingID: try values.decodeIfPresent(PingData.ID.self, forKey: .relatedPingID),
      relatedCheckInID: try values.decodeIfPresent(
        CheckInRecord.ID.self, forKey: .relatedCheckInID),
      relatedUserID: try values.decodeIfPresent(Person.ID.self, forKey: .relatedUserID),
      alertData: try values.decodeIfPresent(AlertData.self, forKey: .alertData),
      pingData: try values.decodeIfPresent(PingData.self, forKey: .pingData),
      contactData: try values.decodeIfPresent(NotificationContactInfo.self, forKey: .contactData)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encodeIfPresent(userID, forKey: .userID)
    try values.encode(type.wireName ?? "system", forKey: .type)
    try values.encodeIfPresent(event, forKey: .event)
    try values.encode(title, forKey: .title)
    try values.encode(message, forKey: .message)
    try values.encode(timestamp, forKey: .timestamp)
    try values.encode(isRead, forKey: .isRead)
    try values.encodeIfPresent(relatedContactID, forKey: .relatedContactID)
    try values.encodeIfPresent(relatedAlertID, forKey: .relatedAlertID)
    try values.encodeIfPresent(relatedPingID, forKey: .relatedPingID)
    try values.encodeIfPresent(relatedCheckInID, forKey: .relatedCheckInID)
    try values.encodeIfPresent(relatedUserID, forKey: .relatedUserID)
    try values.encodeIfPresent(alertData, forKey: .alertData)
    try values.encodeIfPresent(pingData, forKey: .pingData)
    try values.encodeIfPresent(contactData, forKey: .contactData)
  }
}
