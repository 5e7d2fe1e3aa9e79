import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// Runs one client operation and puts what went wrong into the client's terms.
///
/// - Throws: ``ClientError`` of `Client`, ``UserFacingError/operationFailed(_:)`` where the state of
///   things forbids it, or `CancellationError`.
func answering<Client, Value: Sendable>(
  _ client: Client.Type, _ operation: () async throws -> Value
) async throws -> Value {
  do {
    return try await operation()
  } catch let refusal as Refusal {
    throw refusal.error(for: client)
  } catch is LedgerError {
    throw ClientError<Client>.serverError("storage")
  }
}

extension Refusal {
  fileprivate func error<Client>(for client: Client.Type) -> any Error {
    switch self {
    case .codeWrong, .codeExpired, .codeUsed, .tooManyTries, .tooManyCodes:
      return ClientError<Client>.authenticationError(description)
    case .qrCodeUnknown:
      // Typed or scanned by the person, so a wrong one is wrong input, not something that is gone.
      return ClientError<Client>.validationError(description)
    default:
      break
    }
    switch code {
    case .unauthenticated: return ClientError<Client>.authenticationError("")
    case .invalidArgument: return ClientError<Client>.validationError(description)
    case .notFound: return ClientError<Client>.notFoundError(description)
    case .alreadyExists: return ClientError<Client>.conflictError(description)
    case .permissionDenied: return ClientError<Client>.permissionError(description)
    case .failedPrecondition: return UserFacingError.operationFailed(description)
    case .resourceExhausted: return ClientError<Client>.rateLimitError(description)
    }
  }
}
