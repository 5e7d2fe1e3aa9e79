import Foundation
import LifeSignalModel
import Logging

/// The security events in the log (OWASP ASVS 5.0, 16.3).
extension Engine {
  /// Logs one line for a command that opens or closes an account, done or refused, and for every
  /// forbidden or too frequent request.
  ///
  /// Never logs who, whom or where: the log is no record of people. Vital commands are not logged
  /// at all, so that a duress check-in cannot be told apart from another.
  func note(
    _ terms: Terms, _ name: @autoclosure () -> String, refused refusal: Refusal? = nil
  ) {
    guard !terms.isVital, terms.isLogged || refusal?.isOfSecurity == true else { return }
    line(name(), refusal)
  }

  /// The same for requests without a command, if they are refused.
  func noting<Value>(_ act: String, _ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let refusal as Refusal {
      if refusal.isOfSecurity { line(act, refusal) }
      throw refusal
    }
  }

  private func line(_ act: String, _ refusal: Refusal?) {
    logger.log(
      level: refusal == nil ? .info : .notice, "security",
      metadata: [
        "act": "\(act)", "outcome": "\(refusal.map(\.caseName) ?? "done")",
      ])
  }
}

extension Refusal {
  /// Without the associated values: the one key under which it is encoded. Its description is a
  /// sentence.
  fileprivate var caseName: String {
    let encoded = try? JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
    return (encoded as? [String: Any])?.keys.first ?? "refused"
  }

  fileprivate var isOfSecurity: Bool {
    switch self {
    case .notAllowed, .sessionRequired, .insufficientScope, .proofNeeded, .tooManyRequests,
      .tooManyCodes, .tooManyTests:
      true
    default: false
    }
  }
}
