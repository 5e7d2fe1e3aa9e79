import Crypto
import Foundation

/// An idempotency key with its caller's token: names a request, and seals its answer.
///
/// Answers contain tokens that are returned once and stored nowhere else. So they are sealed with a
/// secret that only the caller has: the token of the request, of which the server keeps only a
/// hash.
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

  /// - Throws: `CryptoKitError` for data that was not sealed with this key.
  func opened(_ sealed: Data) throws -> APIAnswer {
    let body = try ChaChaPoly.open(.init(combined: sealed), using: seal, authenticating: name)
    return APIAnswer(body: body.isEmpty ? nil : body)
  }
}
