public import LifeSignalModel

/// What the platform allows, which is not what the person prefers.
public enum NotificationAuthorizationStatus: String, Equatable, Codable, Sendable {
  case notDetermined
  case denied
  case authorized
  case provisional
  case ephemeral
}

/// What a tapped push was about.
public struct NotificationResponse: Equatable, Sendable {
  public var contactID: Person.ID?
  public var alertID: AlertRecord.ID?
  public var pingID: PingData.ID?

  public init(
    contactID: Person.ID? = nil, alertID: AlertRecord.ID? = nil, pingID: PingData.ID? = nil
  ) {
    self.contactID = contactID
    self.alertID = alertID
    self.pingID = pingID
  }
}
