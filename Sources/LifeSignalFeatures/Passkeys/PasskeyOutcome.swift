import Foundation
public import LifeSignalModel

/// The result of a request to a device.
public enum PasskeyOutcome: Equatable, Sendable {
  case answer(PasskeyAnswer)
  /// The person declined, or took too long.
  case cancelled
  /// It has one for this account.
  case exists
  /// It knows no passkeys.
  case unsupported
  case failed

  /// As the page's module reports it: a word, or the answer in JSON behind "answer:".
  public init?(report: String) {
    switch report {
    case "cancelled": self = .cancelled
    case "exists": self = .exists
    case "unsupported": self = .unsupported
    case "failed": self = .failed
    default:
      guard report.hasPrefix("answer:"),
        let answer = try? JSONDecoder().decode(
          PasskeyAnswer.self, from: Data(report.dropFirst(7).utf8))
      else { return nil }
      self = .answer(answer)
    }
  }

  /// The message for the person; nil if none is needed.
  var error: UserFacingError? {
    switch self {
    case .answer, .cancelled: nil
    case .exists: Refusal.passkeyExists.userFacingError
    case .unsupported: .operationFailed("This browser cannot use passkeys.")
    case .failed: .operationFailed("The passkey did not work. Please try again.")
    }
  }
}
