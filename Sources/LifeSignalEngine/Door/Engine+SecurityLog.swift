import Foundation
import LifeSignalModel
import Logging

/// What the log is told of security (OWASP ASVS 5.0, 16.3).
extension Engine {
  /// One line for what opens or closes an account, done or refused, and for whatever somebody may not do or
  /// does too often.
  ///
  /// Never who, about whom, or from where: the log is no record of people. Of what is vital nothing is
  /// said, as nothing may tell one check-in from another.
  func note(_ command: Command, refused refusal: Refusal? = nil) {
    guard !command.isVital, command.opensOrCloses || refusal?.isOfSecurity == true else { return }
    line(command.caseName, refusal)
  }

  /// The same for what is asked for without a command, where it is refused.
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

extension Command {
  /// Without what it holds.
  fileprivate var caseName: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

  var opensOrCloses: Bool {
    switch self {
    case .verifyCode, .signInWithPasskey, .proveIdentity, .proveWithPasskey, .registerPasskey,
      .removePasskey, .updatePhoneNumber, .deleteAccount, .createAccessToken, .revokeAccessToken,
      .signOut, .endOtherSessions, .endAllSessions, .makeCheckInCodes, .addThing, .rotateThing:
      true
    default: false
    }
  }
}

extension Refusal {
  /// Without what it holds: the one key under which it is encoded. Described, it is a sentence.
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
