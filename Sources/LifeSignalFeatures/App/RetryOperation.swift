public import LifeSignalModel

/// What "Retry" repeats; kept as a value, so that nobody has to guess it from a title.
public enum RetryOperation: Equatable, Sendable {
  case loadUserData
  case loadContacts
  case signOut
}

/// Something went wrong above all screens.
public struct AppErrorAlert: Equatable, Sendable {
  public var title: Phrase
  public var error: UserFacingError
  /// Nil offers only "Dismiss".
  public var retry: RetryOperation?

  public init(title: Phrase, error: UserFacingError, retry: RetryOperation? = nil) {
    self.title = title
    self.error = error
    self.retry = retry
  }

  public var message: Phrase { error.message }
}
