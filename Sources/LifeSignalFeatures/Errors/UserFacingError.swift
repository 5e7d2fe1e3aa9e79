public import LifeSignalModel

/// An error in words for the person at the screen.
///
/// Messages never contain notes, phone numbers, codes or tokens.
public enum UserFacingError: Error, Equatable, Sendable {
  case notAuthenticated
  case authenticationFailed(Phrase)
  case networkError
  case serverError
  case requestTimeout
  case dataNotFound
  case dataInvalid
  case operationFailed(Phrase)
  case permissionDenied
  case sessionInvalid
  case sessionExpired
  case notificationPermissionDenied
  case alreadyExists(Phrase)
  case validation(title: Phrase, message: Phrase)
  case rateLimited
  /// The detail is for the log; the message shown is the same for all.
  case unknown(String)
}

extension UserFacingError {
  public var title: Phrase {
    switch self {
    case .notAuthenticated: "Please sign in"
    case .authenticationFailed: "Sign-in failed"
    case .networkError: "No connection"
    case .serverError: "Server problem"
    case .requestTimeout: "Timed out"
    case .dataNotFound: "Not found"
    case .dataInvalid: "Something went wrong"
    case .operationFailed: "That didn’t work"
    case .permissionDenied: "Not allowed"
    case .sessionInvalid: "Session problem"
    case .sessionExpired: "Session expired"
    case .notificationPermissionDenied: "Notifications off"
    case .alreadyExists: "Already exists"
    case .validation(let title, _): title
    case .rateLimited: "Too many attempts"
    case .unknown: "Something went wrong"
    }
  }

  public var message: Phrase {
    switch self {
    case .notAuthenticated: "Please sign in again to continue."
    case .authenticationFailed(let message): message
    case .networkError: "Check your internet connection and try again."
    case .serverError: "Something went wrong on our side. Please try again."
    case .requestTimeout: "The request took too long. Please try again."
    case .dataNotFound: "The requested item no longer exists."
    case .dataInvalid: "The data received could not be read."
    case .operationFailed(let message): message
    case .permissionDenied: "You don't have permission to do that."
    case .sessionInvalid: "Your session is no longer valid. Please sign in again."
    case .sessionExpired: "Your session has expired. Please sign in again."
    case .notificationPermissionDenied:
      "Allow notifications in Settings to receive reminders and alerts."
    case .alreadyExists(let message): message
    case .validation(_, let message): message
    case .rateLimited: "Please wait a moment and try again."
    case .unknown: "An unexpected error occurred."
    }
  }

  /// Whether repeating the same request immediately may help.
  public var isRetryable: Bool {
    switch self {
    case .authenticationFailed, .networkError, .serverError, .requestTimeout, .operationFailed,
      .unknown:
      true
    case .notAuthenticated, .dataNotFound, .dataInvalid, .permissionDenied, .sessionInvalid,
      .sessionExpired, .notificationPermissionDenied, .alreadyExists, .validation, .rateLimited:
      false
    }
  }

  static let roleRequired = UserFacingError.validation(
    title: "Role required", message: "Contact must have at least one role.")
  static let nameRequired = UserFacingError.validation(
    title: "Please check what you entered", message: "First name and last name are required.")
}
