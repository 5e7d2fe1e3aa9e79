import Foundation
public import LifeSignalModel

/// The payload of a push as text; the platform's own dictionary is neither equatable nor sendable.
public struct UserInfo: Equatable, Sendable {
  public var values: [String: String]

  public init(values: [String: String] = [:]) {
    self.values = values
  }
}

extension NotificationData {
  /// Reads a push's payload.
  ///
  /// Needs `id`, `type` (wire name), `title`, `message` and `timestamp` (seconds since 1970);
  /// throws ``UserFacingError/dataInvalid`` when one is missing.
  public static func from(_ userInfo: UserInfo) throws(UserFacingError) -> NotificationData {
    let values = userInfo.values
    guard let id = values["id"], let type = values["type"], let title = values["title"],
      let message = values["message"], let seconds = values["timestamp"].flatMap(Double.init),
      !title.isEmpty, !message.isEmpty
    else { throw .dataInvalid }
    return NotificationData(
      id: Identifier(rawValue: id),
      type: NotificationType(wireName: type),
      event: values["event"].flatMap(NotificationEvent.init(rawValue:)),
      title: Phrase(verbatim: title),
      message: Phrase(verbatim: message),
      timestamp: Date(timeIntervalSince1970: seconds),
      relatedContactID: values["contactID"].map(Person.ID.init(rawValue:)),
      relatedAlertID: values["alertID"].map(AlertRecord.ID.init(rawValue:)),
      relatedPingID: values["pingID"].map(PingData.ID.init(rawValue:)))
  }
}
