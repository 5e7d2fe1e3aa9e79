import Crypto
import Foundation
import LifeSignalModel

/// Encrypts a message so that only one browser can read it, and its push service cannot.
///
/// Message Encryption for Web Push (RFC 8291) in one record of `aes128gcm` (RFC 8188).
enum PushEncryption {
  /// The most bytes of the body: the size that every push service accepts (RFC 8291 §4).
  static let record = 4_096
  /// The most bytes of a text: the record without its header (16 + 4 + 1 + 65), the delimiter and
  /// the tag (16).
  static let most = record - 86 - 1 - 16

  /// Fresh values for every message: with the same ones twice, two messages would reveal each
  /// other.
  struct Fresh {
    /// 16 bytes.
    var salt: Data
    var key: P256.KeyAgreement.PrivateKey

    init(salt: Data, key: P256.KeyAgreement.PrivateKey) {
      self.salt = salt
      self.key = key
    }

    /// - Parameter bytes: returns the given number of unpredictable bytes.
    init(from bytes: (Int) -> [UInt8]) {
      salt = Data(bytes(16))
      // One in 2³² draws is not a valid key.
      while true {
        if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: Data(bytes(32))) {
          self.key = key
          return
        }
      }
    }
  }

  /// - Parameters:
  ///   - text: at most ``most`` bytes.
  ///   - length: bytes to pad the text to, so that its length reveals nothing; at most ``most``.
  /// - Throws: if the browser's key is not a point on the curve.
  static func encrypt(
    _ text: Data, for subscription: PushSubscription, with fresh: Fresh, padTo length: Int = 0
  ) throws -> Data {
    precondition(max(text.count, length) <= most, "one record holds the message")
    let theirs = try P256.KeyAgreement.PublicKey(x963Representation: subscription.key)
    let ours = fresh.key.publicKey.x963Representation
    let shared = try fresh.key.sharedSecretFromKeyAgreement(with: theirs)

    // RFC 8291 §3.4: first the shared secret is mixed in, then RFC 8188 §2.2 and §2.3 apply.
    let material = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: subscription.secret,
      sharedInfo: Data("WebPush: info\0".utf8) + subscription.key + ours, outputByteCount: 32)
    let key = derived(material, fresh.salt, "Content-Encoding: aes128gcm\0", 16)
    let nonce = derived(material, fresh.salt, "Content-Encoding: nonce\0", 12)

    var padded = text
    padded.append(2)  // The delimiter of the last record.
    padded.append(Data(count: max(0, length - text.count)))
    let sealed = try AES.GCM.seal(
      padded, using: key, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }))

    var body = fresh.salt
    withUnsafeBytes(of: UInt32(clamping: record).bigEndian) { body.append(contentsOf: $0) }
    body.append(UInt8(clamping: ours.count))
    body.append(ours)
    body.append(sealed.ciphertext)
    body.append(sealed.tag)
    return body
  }

  private static func derived(
    _ material: SymmetricKey, _ salt: Data, _ info: String, _ count: Int
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, salt: salt, info: Data(info.utf8), outputByteCount: count)
  }
}
