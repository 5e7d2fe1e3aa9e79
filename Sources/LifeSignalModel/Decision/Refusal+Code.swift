public import Foundation

extension Refusal {
  public var code: Code {
    switch self {
    case .notSignedIn: .unauthenticated
    case .invalidPhoneNumber, .codeWrong, .invalidName, .noteTooLong, .invalidInterval,
      .invalidGracePeriod, .invalidReminder, .invalidPreference, .noRole, .cannotAddYourself:
      .invalidArgument
    case .qrCodeUnknown, .personNotFound, .contactNotFound, .pingNotFound, .alertNotFound,
      .notificationNotFound:
      .notFound
    case .alreadyRelated: .alreadyExists
    case .notAllowed, .notYoursToAccept, .consentRequired, .notYourDependent, .pingsNotAccepted,
      .notYourPing:
      .permissionDenied
    case .codeExpired, .codeUsed, .checkInFirst, .notAccepted, .pingNoLongerPending:
      .failedPrecondition
    case .tooManyTries, .tooManyCodes, .tooSoon, .tooManyRequests: .resourceExhausted
    }
  }

  /// Seconds to wait before the same command can succeed, where waiting helps.
  public var retryAfter: TimeInterval? {
    switch self {
    case .tooManyCodes(let seconds), .tooSoon(let seconds), .tooManyRequests(let seconds): seconds
    default: nil
    }
  }
}
