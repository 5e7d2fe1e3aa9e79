import Crypto
import Foundation

/// Proves that a request is a carrier's: an HMAC-SHA1 over the address it was given and the fields
/// of the form, in base64 (https://www.twilio.com/docs/usage/security#validating-requests).
///
/// SHA-1 is the carriers' choice. Its collisions do not help to forge a keyed code.
struct CarrierSignature: Sendable {
  /// Scheme and host as the carrier was given them: behind a proxy our own socket knows neither.
  private let origin: String
  private let key: SymmetricKey

  init(origin: String, secret: String) {
    self.origin = origin
    key = SymmetricKey(data: Data(secret.utf8))
  }

  /// - Parameters:
  ///   - signature: from the header.
  ///   - target: path and query as they were requested.
  func isValid(_ signature: String?, for target: String, _ form: CallbackForm) -> Bool {
    guard let signature, let code = Data(base64Encoded: signature) else { return false }
    let fields = form.signed
    // Carriers disagree about whether the port belongs to the address; each is compared in constant time.
    return origins.contains { origin in
      HMAC<Insecure.SHA1>.isValidAuthenticationCode(
        code, authenticating: Data((origin + target + fields).utf8), using: key)
    }
  }

  private var origins: [String] {
    guard let parts = URLComponents(string: origin), let scheme = parts.scheme,
      let host = parts.encodedHost
    else { return [origin] }
    let port = parts.port ?? (scheme == "https" ? 443 : 80)
    return ["\(scheme)://\(host)", "\(scheme)://\(host):\(port)"]
  }
}
