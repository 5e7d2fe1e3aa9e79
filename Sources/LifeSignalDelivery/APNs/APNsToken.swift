import Crypto
import Foundation
import LifeSignalModel
import Synchronization

/// The token by which Apple's push service recognizes us, for as long as it accepts it.
///
/// A token is valid for an hour, and one that is younger than 20 minutes must not be replaced:
/// after too many of them the service refuses all (Apple, "Establishing a token-based connection to
/// APNs").
final class APNsToken: Sendable {
  /// Seconds after which a new one is made; the service's limit is 3,600.
  static let old: TimeInterval = 45 * 60
  /// Seconds for which a token is kept even if it is refused.
  static let young: TimeInterval = 20 * 60

  private struct Head: Encodable {
    var alg = "ES256"
    var kid: String
  }

  private struct Claims: Encodable {
    var iss: String
    /// Seconds since 1970 at which it was made.
    var iat: Int
  }

  private struct Token {
    var text: String
    var madeAt: Date
  }

  private let key: P256.Signing.PrivateKey
  private let keyID: String
  private let teamID: String
  private let token = Mutex<Token?>(nil)

  /// - Throws: if the account's key is invalid; it was valid when the account was made.
  init(_ account: APNsAccount) throws {
    key = try P256.Signing.PrivateKey(rawRepresentation: account.key)
    keyID = account.keyID
    teamID = account.teamID
  }

  /// - Parameter now: the true time: the service compares it with its own.
  func text(at now: Date) throws -> String {
    try token.withLock { token in
      // A clock that was set back makes tokens that seem to come from the future.
      if let token, token.madeAt <= now, now < token.madeAt + Self.old { return token.text }
      return try make(&token, now)
    }
  }

  /// Another token instead of a refused one; nil if that one is too young to be replaced.
  func text(insteadOf refused: String, at now: Date) throws -> String? {
    try token.withLock { token in
      // Another message was faster.
      if let token, token.text != refused { return token.text }
      if let token, token.madeAt <= now, now < token.madeAt + Self.young { return nil }
      return try make(&token, now)
    }
  }

  private func make(_ token: inout Token?, _ now: Date) throws -> String {
    let claims = Claims(iss: teamID, iat: Int(clamping: now.timeIntervalSince1970))
    let text = try SignedToken.make(Head(kid: keyID), claims, by: key)
    token = Token(text: text, madeAt: now)
    return text
  }
}
