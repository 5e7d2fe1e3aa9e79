public import LifeSignalModel

/// Why a client could not carry out a request; ``UserFacingError`` has the words for the person.
///
/// One shape for all clients: `PingError`, `AuthError` and so on are this with the client's name.
public enum ClientError<Client>: Error, Equatable, Sendable {
  case networkError(String)
  case authenticationError(Phrase)
  case validationError(Phrase)
  case notFoundError(String)
  case serverError(String)
  case unknownError(String)
  case permissionError(String)
  case conflictError(Phrase)
  case rateLimitError(String)
}

public typealias AuthError = ClientError<AuthClient>
public typealias UserError = ClientError<UserClient>
public typealias ContactError = ClientError<ContactClient>
public typealias CheckInError = ClientError<CheckInClient>
public typealias AlertError = ClientError<AlertClient>
public typealias PingError = ClientError<PingClient>
public typealias NotificationError = ClientError<NotificationClient>
public typealias QRCodeError = ClientError<QRCodeClient>
public typealias SettingsError = ClientError<SettingsClient>

/// An error with its own words, so that the mapping need not know every client.
public protocol UserFacingErrorConvertible: Error {
  var userFacingError: UserFacingError { get }
}

extension ClientError: UserFacingErrorConvertible {
  public var userFacingError: UserFacingError {
    switch self {
    case .networkError: .networkError
    case .authenticationError(let message):
      message.isEmpty ? .notAuthenticated : .authenticationFailed(message)
    case .validationError(let message):
      .validation(title: "Please check what you entered", message: message)
    case .notFoundError: .dataNotFound
    case .serverError: .serverError
    case .unknownError(let detail): .unknown(detail)
    case .permissionError: .permissionDenied
    case .conflictError(let message): .alreadyExists(message)
    case .rateLimitError: .rateLimited
    }
  }
}
