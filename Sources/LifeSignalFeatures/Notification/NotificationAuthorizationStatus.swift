public import LifeSignalModel

/// The platform's permission, as opposed to the person's preference.
public enum NotificationAuthorizationStatus: String, Equatable, Codable, Sendable {
  case notDetermined
  case denied
  case authorized
  case provisional
  case ephemeral
}

/// The subject of a tapped push.
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
