import Crypto
import Foundation
import LifeSignalModel

/// JSON Web Tokens signed with ES256 (RFC 7515 §3, RFC 7518 §3.4).
enum SignedToken {
  /// - Parameters:
  ///   - head: the header, with the algorithm; the same value always gives the same text.
  ///   - claims: written with their keys in order.
  static func make(
    _ head: some Encodable, _ claims: some Encodable, by key: P256.Signing.PrivateKey
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let signed = try "\(encoder.encode(head).base64URL).\(encoder.encode(claims).base64URL)"
    let signature = try key.signature(for: Data(signed.utf8))
    return "\(signed).\(signature.rawRepresentation.base64URL)"
  }
}
