import Crypto
import Foundation
import LifeSignalModel

/// The server's secrets, with the keys of its hashes.
final class KeyedSecrets: Secrets {
  let entropy: Entropy
  private let codeKey: Data
  private let checkInCodeKey: Data

  init(entropy: Entropy, codeKey: Data, checkInCodeKey: Data) {
    self.entropy = entropy
    self.codeKey = codeKey
    self.checkInCodeKey = checkInCodeKey
  }

  func hash(token: String) -> Data { CredentialHash.token(token) }

  func hash(code: String, of id: OneTimeCode.ID, phoneNumber: String) -> Data {
    CredentialHash.code(code, of: id, phoneNumber: phoneNumber, key: codeKey)
  }

  func hash(_ code: CheckInCodeText) -> Data {
    CredentialHash.checkInCode(code, key: checkInCodeKey)
  }

  func mark(of subject: ReplyMark.Subject) -> ReplyMark {
    ReplyMark(
      digest: HMAC<SHA256>.authenticationCode(
        for: Data(subject.text.utf8), using: SymmetricKey(data: checkInCodeKey)))
  }
}

extension Engine {
  var entropy: Entropy { secrets.entropy }
}
