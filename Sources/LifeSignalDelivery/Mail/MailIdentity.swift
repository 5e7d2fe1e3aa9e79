import Crypto
import Foundation

/// What names one mail over all its attempts, so that a mailbox which has it already keeps one only.
struct MailIdentity: Equatable, Sendable {
  /// 32 hexadecimal digits.
  let name: String

  /// - Parameter secret: of this installation. Numbers of messages begin again with a new database, and
  ///   mailboxes throw away what has a name they have seen: an alarm must not be that.
  init(of idempotencyKey: String, to address: String, secret: Data) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(idempotencyKey)\n\(address)".utf8), using: SymmetricKey(data: secret))
    name = code.prefix(16).map { String(format: "%02x", $0) }.joined()
  }
}
