import Crypto
public import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The message that a webhook's receiver gets.
struct WebhookMessage: Encodable {
  /// The receiver should ignore a key that it has already handled.
  var idempotencyKey: String
  var title: String
  var body: String
  /// `alert`, `missedCheckIn`, `ping`, `recovery`, `reminder` or `information`.
  var priority: String
  /// From 2 on the message may have been sent before.
  var attempt: Int
  /// True for a drill, otherwise left out: the receiver answers as always and does nothing.
  var drill: Bool?

  /// The most bytes of a message: people's texts are short, and no receiver expects a book.
  static let mostBytes = 64 * 1024

  init(_ message: CourierMessage) {
    idempotencyKey = message.idempotencyKey
    title = message.title
    body = message.body
    priority = "\(message.priority)"
    attempt = message.attempt
    drill = message.isDrill ? true : nil
  }

  /// - Throws: ``WebhookRefusal/messageTooLarge``.
  func encoded() throws -> Data {
    guard title.utf8.count + body.utf8.count <= Self.mostBytes else {
      throw WebhookRefusal.messageTooLarge
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

/// Proves to a receiver that a message is ours: `t=<unix seconds>,v1=<hex>` in the header
/// `LifeSignal-Signature`, an HMAC-SHA256 over `<t>.<body>`.
public struct WebhookSignature: Sendable {
  /// The name under which the installation keeps its secret.
  public static let secretName = "webhook"

  private let secret: SymmetricKey

  /// - Parameter secret: this installation's, at least 32 bytes.
  public init(secret: Data) {
    self.secret = SymmetricKey(data: secret)
  }

  /// The key of one receiver in hexadecimal: with it one can send only to that receiver.
  public func key(for url: String) -> String {
    Self.hex(HMAC<SHA256>.authenticationCode(for: Data("webhook \(url)".utf8), using: secret))
  }

  func header(for body: Data, to url: String, at now: Date) -> String {
    let time = Int(clamping: now.timeIntervalSince1970)
    let key = SymmetricKey(data: Data(key(for: url).utf8))
    var signed = Data("\(time).".utf8)
    signed.append(body)
    return "t=\(time),v1=" + Self.hex(HMAC<SHA256>.authenticationCode(for: signed, using: key))
  }

  private static func hex(_ code: some Sequence<UInt8>) -> String {
    code.map { String(format: "%02x", $0) }.joined()
  }
}
