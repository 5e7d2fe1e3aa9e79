import Crypto
import Foundation

/// An idempotency key in the hands of whoever may use it: what a request is found again by, and how
/// its answer is kept.
///
/// Answers hold tokens that are told once and stored nowhere else. So they are sealed with what only
/// the caller has: the token the request was made with, of which the server keeps no more than a hash.
struct RepeatKey: Sendable {
  /// Means nothing without the caller's token.
  let name: Data
  private let seal: SymmetricKey

  /// - Parameter bearer: the caller's token, 256 random bits.
  init(_ key: String, bearer: String) {
    let secret = SymmetricKey(data: Data(bearer.utf8))
    name = Data(HMAC<SHA256>.authenticationCode(for: Data("name \(key)".utf8), using: secret))
    seal = SymmetricKey(
      data: HMAC<SHA256>.authenticationCode(for: Data("seal \(key)".utf8), using: secret))
  }

  /// - Throws: `CryptoKitError`; never for a value of ours.
  func sealed(_ answer: APIAnswer) throws -> Data {
    try ChaChaPoly.seal(answer.body ?? Data(), using: seal, authenticating: name).combined
  }

  /// - Throws: `CryptoKitError` for what was not sealed with this key.
  func opened(_ sealed: Data) throws -> APIAnswer {
    let body = try ChaChaPoly.open(.init(combined: sealed), using: seal, authenticating: name)
    return APIAnswer(body: body.isEmpty ? nil : body)
  }
}
