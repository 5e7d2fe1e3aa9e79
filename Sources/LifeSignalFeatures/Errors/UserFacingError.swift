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
    case .notAuthenticated: "Sign In Required"
    case .authenticationFailed: "Sign In Failed"
    case .networkError: "No Connection"
    case .serverError: "Server Problem"
    case .requestTimeout: "Timed Out"
    case .dataNotFound: "Not Found"
    case .dataInvalid: "Invalid Data"
    case .operationFailed: "Action Failed"
    case .permissionDenied: "Not Allowed"
    case .sessionInvalid: "Session Problem"
    case .sessionExpired: "Session Expired"
    case .notificationPermissionDenied: "Notifications Off"
    case .alreadyExists: "Already Exists"
    case .validation(let title, _): title
    case .rateLimited: "Too Many Attempts"
    case .unknown: "Error"
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
    title: "Role Required", message: "Contact must have at least one role.")
  static let nameRequired = UserFacingError.validation(
    title: "Invalid Input", message: "First name and last name are required.")
}
