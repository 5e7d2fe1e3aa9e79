import Crypto
public import Foundation
public import LifeSignalModel

/// What names one mail over all its attempts, so that a mailbox which has it already keeps one only, and
/// what comes back can be told from everything else.
public struct MailIdentity: Equatable, Sendable {
  /// 32 hexadecimal digits: the number of the message in the outbox, where it has one, and as much of a
  /// code as there is room for.
  public let name: String

  /// - Parameter secret: of this installation. Numbers of messages begin again with a new database, and
  ///   mailboxes throw away what has a name they have seen: an alarm must not be that. Nobody can guess a
  ///   name either, and so report a mail as failed whose header they have never seen.
  public init(of idempotencyKey: String, to address: String, secret: Data) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(idempotencyKey)\n\(address)".utf8), using: SymmetricKey(data: secret))
    let digits = code.map { String(format: "%02x", $0) }.joined()
    let number = idempotencyKey.wholeMatch(of: /lifesignal-([0-9]{1,19})/)
      .flatMap { Int64($0.1) }
    name =
      number.map { String(format: "%016llx", $0) + digits.prefix(16) } ?? String(digits.prefix(32))
  }

  /// The message a name may be about: only its own code says whether it is.
  public static func delivery(named name: String) -> Delivery.ID? {
    Int64(name.prefix(16), radix: 16).map { Delivery.ID($0) }
  }
}
