import Foundation

extension UserFacingError {
  /// The words for any error: its own, a client's, a transport's, else `unknown`.
  ///
  /// Cancellation is not an error: filter it out first with ``fromIgnoringCancellation(_:)``.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as UserFacingError: error
      case let error as any UserFacingErrorConvertible: error.userFacingError
      case let error as URLError: error.code == .timedOut ? .requestTimeout : .networkError
      default: .unknown(String(describing: type(of: error)))
      }
  }

  public static func from(_ error: any Error) -> UserFacingError { UserFacingError(error) }

  /// The words for the error, or nil if it only means that the work was cancelled.
  public static func fromIgnoringCancellation(_ error: any Error) -> UserFacingError? {
    if error is CancellationError { return nil }
    if let error = error as? URLError, error.code == .cancelled { return nil }
    return UserFacingError(error)
  }
}
