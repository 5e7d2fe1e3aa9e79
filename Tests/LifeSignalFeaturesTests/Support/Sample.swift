import Foundation
import LifeSignalModel

/// A small world: me, a responder, a dependent. Tests say only what differs.
enum Sample {
  static let now = Date(timeIntervalSince1970: 1_700_000_000)
  static let me: Person.ID = "1"
  static let code: QRCodeID = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  static var user: UserData {
    UserData(
      id: me, profile: Profile(firstName: "Sarah", lastName: "Johnson"),
      phoneNumber: "+15551234567",
      lastCheckedIn: now, qrCodeID: code, profileComplete: true)
  }

  static var responder: ContactData {
    ContactData(id: "2", name: "John Doe", isResponder: true)
  }

  static var dependent: ContactData {
    ContactData(
      id: "3", name: "Jane Smith", isDependent: true, lastCheckedIn: now, checkInInterval: 86_400)
  }

  /// A ping I received from the responder.
  static func incoming(_ id: PingData.ID = "11", at time: Date = now) -> PingData {
    PingData(id: id, senderID: "2", recipientID: me, timestamp: time)
  }

  /// A ping I sent to the dependent.
  static func outgoing(_ id: PingData.ID = "21", at time: Date = now) -> PingData {
    PingData(id: id, senderID: me, recipientID: "3", timestamp: time)
  }

  static func notification(
    _ id: NotificationData.ID, _ type: NotificationType = .system, isRead: Bool = false,
    after seconds: TimeInterval = 0
  ) -> NotificationData {
    NotificationData(
      id: id, type: type, title: "Title", message: "Message", timestamp: now + seconds,
      isRead: isRead)
  }
}

extension ContactData {
  func with(_ change: (inout ContactData) -> Void) -> ContactData {
    var copy = self
    change(&copy)
    return copy
  }
}

extension NotificationData {
  func with(_ change: (inout NotificationData) -> Void) -> NotificationData {
    var copy = self
    change(&copy)
    return copy
  }
}
