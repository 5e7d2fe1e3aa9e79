public import LifeSignalModel

/// A refusal in words: its code chooses the case, its sentence fills it.
extension Refusal: UserFacingErrorConvertible {
  public var userFacingError: UserFacingError {
    switch self {
    case .codeWrong, .codeExpired, .codeUsed, .tooManyTries, .tooManyCodes,
      .heldAfterSignIn, .heldWhileIdle, .passkeyRejected:
      return .authenticationFailed(phrase)
    case .invitationUnknown:
      return .operationFailed(phrase)
    case .proofNeeded:
      return .validation(title: "Confirm it is you", message: phrase)
    case .qrCodeReplaced:
      return .validation(title: "Code replaced", message: phrase)
    default:
      break
    }
    return switch code {
    case .unauthenticated: .notAuthenticated
    case .invalidArgument: .validation(title: "Please check what you entered", message: phrase)
    case .notFound: .dataNotFound
    case .alreadyExists: .alreadyExists(phrase)
    case .permissionDenied: .permissionDenied
    case .failedPrecondition: .operationFailed(phrase)
    case .resourceExhausted: .rateLimited
    }
  }
}
