import Crypto
public import Foundation
import LifeSignalModel
import Synchronization

/// How push services verify that messages come from this installation (RFC 8292).
///
/// A browser's subscription is bound to the key: with another one, every browser has to subscribe
/// again. The key is derived from the installation's secret and stored nowhere else.
public final class VAPID: Sendable {
  /// The name under which the installation keeps its secret.
  public static let secretName = "vapid"

  /// Seconds a token is valid for; 24 hours are the maximum (RFC 8292 §2).
  static let life: TimeInterval = 12 * 3_600
  /// Seconds after which a new one is made: both clocks may be wrong by hours.
  static let old: TimeInterval = 6 * 3_600
  /// The most tokens remembered: there are few push services.
  static let most = 256

  private struct Token {
    var text: String
    var madeAt: Date
  }

  private let key: P256.Signing.PrivateKey
  private let tokens = Mutex<[String: Token]>([:])

  /// - Parameter secret: this installation's, at least 32 bytes; the same one gives the same key.
  public init(secret: Data) {
    let material = SymmetricKey(data: secret)
    var number: UInt8 = 0
    // One in 2³² numbers is no key of the curve, and then the next one is tried.
    while true {
      let raw = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material, info: Data("lifesignal vapid".utf8) + [number],
        outputByteCount: 32)
      if let key = raw.withUnsafeBytes({ try? P256.Signing.PrivateKey(rawRepresentation: $0) }) {
        self.key = key
        return
      }
      number &+= 1
    }
  }

  /// The key with which a page subscribes: an uncompressed point, 65 bytes.
  public var publicKey: Data { key.publicKey.x963Representation }

  /// The `Authorization` for a push service.
  ///
  /// - Parameters:
  ///   - audience: the origin of the endpoint.
  ///   - contact: a `mailto:` or `https:` URL by which the service reaches the operator.
  func authorization(for audience: String, contact: String?, at now: Date) throws -> String {
    let name = "\(audience) \(contact ?? "")"
    let known = tokens.withLock { $0[name] }
    // A clock that was set back makes tokens that end too late.
    if let known, known.madeAt <= now, now < known.madeAt + Self.old { return known.text }
    let text = "vapid t=\(try token(audience, contact, now)), k=\(publicKey.base64URL)"
    tokens.withLock { tokens in
      if tokens.count >= Self.most { tokens.removeAll() }
      tokens[name] = Token(text: text, madeAt: now)
    }
    return text
  }

  /// Makes the next message carry a new signature: the service refused the last one.
  func forgetToken(for audience: String, contact: String?) {
    tokens.withLock { _ = $0.removeValue(forKey: "\(audience) \(contact ?? "")") }
  }

  private struct Head: Encodable {
    var alg = "ES256"
    var typ = "JWT"
  }

  private struct Claims: Encodable {
    var aud: String
    var exp: Int
    var sub: String?
  }

  private func token(_ audience: String, _ contact: String?, _ now: Date) throws -> String {
    let claims = Claims(
      aud: audience, exp: Int(clamping: now.timeIntervalSince1970 + Self.life), sub: contact)
    return try SignedToken.make(Head(), claims, by: key)
  }
}
