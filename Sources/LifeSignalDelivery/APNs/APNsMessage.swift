import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The message a phone gets: the part it shows, and the data the app on it needs to answer (Apple,
/// "Generating a remote notification").
struct APNsMessage: Encodable {
  /// The most bytes of a message.
  static let most = 4_096

  struct Alert: Encodable {
    var title: String
    var body: String
  }

  /// The name of a sound, or a sound that also plays on a muted phone.
  enum Sound: Encodable {
    case standard
    case critical

    private enum Keys: String, CodingKey {
      case critical, name, volume
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .standard:
        var container = encoder.singleValueContainer()
        try container.encode("default")
      case .critical:
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .critical)
        try container.encode("default", forKey: .name)
        try container.encode(1.0, forKey: .volume)
      }
    }
  }

  struct Content: Encodable {
    enum CodingKeys: String, CodingKey {
      case alert, sound, category
      case isMutable = "mutable-content"
      case level = "interruption-level"
    }
    var alert: Alert
    var sound: Sound?
    /// Names the buttons: `check-in` has "I'm OK", `call` has "I'm on it".
    var category: String?
    /// The app's extension runs before it is shown, so that it can report the message as shown.
    var isMutable = 1
    var level: String?
  }

  enum CodingKeys: String, CodingKey {
    case content = "aps"
    case receipt, path
  }

  var content: Content
  /// With this token the device reports that it has shown the message, or that it was opened.
  var receipt: String?
  /// The page that opens when the notification is tapped, at the server the app is signed in to.
  var path: String

  init(_ message: CourierMessage, _ interruption: APNsAccount.Interruption) {
    let level = message.level(interruption)
    content = Content(
      alert: Alert(title: Fitting.shortened(message.title, to: 400), body: message.body),
      sound: level == "passive" ? nil : level == "critical" ? .critical : .standard,
      category: message.answer, level: level)
    receipt = message.receiptToken
    path = message.receiptToken.map { "/open/\($0)" } ?? "/notifications"
  }

  /// At most ``most`` bytes: a body that is too long is cut, with a sign of the cut.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Fitting.largest(of: content.alert.body, in: Self.most) { body in
      var message = self
      message.content.alert.body = body
      return try encoder.encode(message)
    }
  }
}

/// The headers that identify a message (Apple, "Sending notification requests to APNs").
enum APNsName {
  /// A UUID of the message's identity: the same over all its attempts, version 8 (RFC 9562 §5.8).
  static func id(of message: CourierMessage) -> String {
    var bytes = Array(SHA256.hash(data: Data(message.idempotencyKey.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { String(format: "%02x", $0) }.joined()
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// A newer message of the same name replaces the older one, even if it is a repeat: at most 64
  /// bytes.
  static func collapse(_ message: CourierMessage) -> String { PushTopic.of(message) }
}

extension CourierMessage {
  /// 10 is immediate; 5 waits until the phone has power to spare.
  var apnsPriority: Int { priority == .information ? 5 : 10 }

  /// Nil is the service's own default, `active`.
  fileprivate func level(_ granted: APNsAccount.Interruption) -> String? {
    switch (priority, granted) {
    case (.information, _): "passive"
    case (_, .active): nil
    case (.alert, .critical), (.missedCheckIn, .critical): "critical"
    case (.alert, _), (.missedCheckIn, _), (.ping, _), (.reminder, _): "time-sensitive"
    case (.recovery, _): nil
    }
  }
}
