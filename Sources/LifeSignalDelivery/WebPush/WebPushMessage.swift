import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// What a browser gets: a declarative push message, which Safari shows by itself, and which our worker
/// reads everywhere else.
///
/// `web_push` 8030 marks the format (Push API §9, declarative push messages). `mutable` lets our worker
/// show it where there is one, so that it can say that it has.
struct WebPushMessage: Encodable {
  struct Notification: Encodable {
    var title: String
    var body: String
    /// What opens when nothing but the notification is tapped.
    var navigate: String
    /// A newer notification with the same tag takes the place of the older one.
    var tag: String
    var dir = "auto"
    var silent = false
    /// Stays until somebody does something about it.
    var requireInteraction: Bool
    var data: Extra
  }

  /// For our worker.
  struct Extra: Encodable {
    /// With this the device says that it has shown the message, or that it was opened.
    var receipt: String?
    /// What can be answered: `check-in` or `call`.
    var answer: String?
    var address: String
  }

  enum CodingKeys: String, CodingKey {
    case format = "web_push"
    case notification, mutable
  }

  var format = 8_030
  var mutable = true
  var notification: Notification

  init(_ message: CourierMessage, openingAt origin: String) {
    let path = message.receiptToken.map { "/open/\($0)" } ?? "/notifications"
    notification = Notification(
      title: Fitting.shortened(message.title, to: 400), body: message.body,
      navigate: origin + path, tag: PushTopic.of(message), requireInteraction: message.isAlarm,
      data: Extra(receipt: message.receiptToken, answer: message.answer, address: path))
  }

  /// At most ``PushEncryption/most`` bytes: a body that is too long is cut, and says so.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Fitting.largest(of: notification.body, in: PushEncryption.most) { body in
      var message = self
      message.notification.body = body
      return try encoder.encode(message)
    }
  }
}

/// The name under which a push service keeps one message for a browser that is away: a newer message of
/// the same name takes the older one's place (RFC 8030 §5.4). At most 32 characters of base64url.
enum PushTopic {
  /// One's own reminders replace each other. Everything else has a name of its own, so that no alarm
  /// ever replaces another, and a repeat of one message only itself.
  static func of(_ message: CourierMessage) -> String {
    switch message.subject {
    case .ownCheckIn: "check-in-reminder"
    case .ownJourney: "journey-reminder"
    default: Data(SHA256.hash(data: Data(message.idempotencyKey.utf8)).prefix(24)).base64URL
    }
  }
}

extension CourierMessage {
  /// Whether somebody may be in danger.
  var isAlarm: Bool { priority <= .missedCheckIn }

  /// What the buttons of the notification answer, where it has any.
  var answer: String? {
    switch subject {
    case .ownCheckIn: "check-in"
    case .call: "call"
    default: nil
    }
  }

  /// How far a sleeping device is woken (RFC 8030 §5.3).
  var urgency: String {
    switch priority {
    case .alert, .missedCheckIn, .ping: "high"
    case .recovery, .reminder: "normal"
    case .information: "low"
    }
  }
}
