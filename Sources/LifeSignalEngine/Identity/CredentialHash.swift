import Crypto
import Foundation
import LifeSignalModel

/// Hashes of values that must never be stored themselves.
enum CredentialHash {
  /// SHA-256: a token has 256 random bits, so it cannot be guessed from a plain hash.
  static func token(_ token: String) -> Data {
    Data(SHA256.hash(data: Data(token.utf8)))
  }

  /// A code has only a million values, so its hash is keyed; the key is not in the ledger.
  static func code(_ code: String, of id: OneTimeCode.ID, phoneNumber: String, key: Data) -> Data {
    let text = "\(id):\(phoneNumber):\(code)"
    return Data(
      HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
  }

  /// A check-in code has 55 random bits and is valid for months, so its hash is keyed too, by a
  /// permanent key. A code that is found by its hash needs no comparison.
  static func checkInCode(_ code: CheckInCodeText, key: Data) -> Data {
    let text = "check-in code:\(code.canonical)"
    return Data(
      HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
  }
}
