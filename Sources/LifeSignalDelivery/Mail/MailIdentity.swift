import Crypto
public import Foundation
public import LifeSignalModel

/// Identifies one mail over all its attempts, so that a mailbox keeps it only once, and a returned
/// mail can be distinguished from everything else.
public struct MailIdentity: Equatable, Sendable {
  /// 32 hexadecimal digits: the number of the message in the outbox, where it has one, and as much of a
  /// code as there is room for.
  public let name: String

  /// - Parameter secret: this installation's. Message numbers start again with a new database, and
  ///   mailboxes discard a mail with a known name, which must not happen to an alert. Nor can an
  ///   attacker guess a name, and so report a mail as failed without having seen its header.
  public init(of idempotencyKey: String, to address: String, secret: Data) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(idempotencyKey)\n\(address)".utf8), using: SymmetricKey(data: secret))
    let digits = code.map { String(format: "%02x", $0) }.joined()
    let number = idempotencyKey.wholeMatch(of: /lifesignal-([0-9]{1,19})/)
      .flatMap { Int64($0.1) }
    name =
      number.map { String(format: "%016llx", $0) + digits.prefix(16) } ?? String(digits.prefix(32))
  }

  /// The message a name may be about: only the name's own code proves it.
  public static func delivery(named name: String) -> Delivery.ID? {
    Int64(name.prefix(16), radix: 16).map { Delivery.ID($0) }
  }
}
