import Crypto
import Foundation
import LifeSignalModel

extension PasskeyKey {
  /// Whether it is a point on its curve.
  var isValid: Bool {
    switch self {
    case .es256(let x, let y):
      (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil
    case .ed25519(let key):
      (try? Curve25519.Signing.PublicKey(rawRepresentation: key)) != nil
    }
  }

  func isSignature(_ signature: Data, of message: Data) -> Bool {
    switch self {
    case .es256(let x, let y):
      // DER, by WebAuthn L3, 6.5.5.
      guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .ed25519(let bytes):
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
        return false
      }
      return key.isValidSignature(signature, for: message)
    }
  }
}

extension SignatureClaim {
  func isSigned(by key: PasskeyKey) -> Bool {
    key.isSignature(
      signature, of: authenticatorData + Data(SHA256.hash(data: clientDataJSON)))
  }
}

extension RelyingParty {
  /// The name that authenticators use for it.
  var idHash: Data { Data(SHA256.hash(data: Data(id.utf8))) }
}
