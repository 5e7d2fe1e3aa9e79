import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The message a browser gets: a declarative push message, which Safari shows by itself, and which
/// our service worker reads everywhere else.
///
/// `web_push` 8030 marks the format (Push API §9, declarative push messages). `mutable` lets our
/// service worker show it where there is one, so that it can report that.
struct WebPushMessage: Encodable {
  struct Notification: Encodable {
    var title: String
    var body: String
    /// The page that opens when the notification itself is tapped.
    var navigate: String
    /// A newer notification with the same tag replaces the older one.
    var tag: String
    var dir = "auto"
    var silent = false
    /// Stays until the person reacts to it.
    var requireInteraction: Bool
    var data: Extra
  }

  /// For our worker.
  struct Extra: Encodable {
    /// With this token the device reports that it has shown the message, or that it was opened.
    var receipt: String?
    /// The possible answer: `check-in` or `call`.
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

  /// At most ``PushEncryption/most`` bytes: a body that is too long is cut, with a sign of the cut.
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

/// The name under which a push service keeps one message for a browser that is away: a newer
/// message of the same name replaces the older one (RFC 8030 §5.4). At most 32 characters of
/// base64url.
enum PushTopic {
  /// One's own reminders replace each other. Everything else has a name of its own, so that no
  /// alert ever replaces another, and a repeat replaces only the same message.
  static func of(_ message: CourierMessage) -> String {
    switch message.subject {
    case .ownCheckIn: "check-in-reminder"
    case .ownJourney: "journey-reminder"
    default: Data(SHA256.hash(data: Data(message.idempotencyKey.utf8)).prefix(24)).base64URL
    }
  }
}

extension CourierMessage {
  /// Whether a person may be in danger.
  var isAlarm: Bool { priority <= .missedCheckIn }

  /// The answer that the notification's buttons give, if it has any.
  var answer: String? {
    switch subject {
    case .ownCheckIn: "check-in"
    case .call: "call"
    default: nil
    }
  }

  /// How urgently a sleeping device is woken (RFC 8030 §5.3).
  var urgency: String {
    switch priority {
    case .alert, .missedCheckIn, .ping: "high"
    case .recovery, .reminder: "normal"
    case .information: "low"
    }
  }
}
