public import Foundation
public import LifeSignalModel

/// The operation that "Retry" repeats; kept as a value, so that it need not be guessed from a
/// title.
public enum RetryOperation: Equatable, Sendable {
  case loadUserData
  case loadContacts
  case checkIn
  case ping(PingOperation)
  /// On the list of responders or dependents, which shows the request while it is under way.
  case pingOfResponders(PingOperation)
  case pingOfDependents(PingOperation)
  case signOut
  /// To save.
  case updateProfile(Edit<Profile>)
  case updatePreferences(Edit<NotificationPreferences>)
  /// Seconds before the deadline.
  case updateReminder(TimeInterval)
  /// Seconds.
  case updateCheckInInterval(TimeInterval)
  /// Either step: requesting the code, or submitting it.
  case updatePhoneNumber

  /// The failed operation, above the text with the reason.
  public var title: Phrase {
    switch self {
    case .loadUserData: "We couldn’t load your data"
    case .loadContacts: "We couldn’t load your contacts"
    case .checkIn: "Check-in failed"
    case .ping, .pingOfResponders, .pingOfDependents: "The ping didn’t work"
    case .signOut: "We couldn’t sign you out"
    case .updateProfile: "We couldn’t save your profile"
    // The reminder is one of the preferences.
    case .updatePreferences, .updateReminder: "We couldn’t save your preferences"
    case .updateCheckInInterval: "We couldn’t change your interval"
    case .updatePhoneNumber: "We couldn’t change your number"
    }
  }
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

  /// The alert of an operation that can be repeated, where repeating it may help.
  public init(_ operation: RetryOperation, _ error: UserFacingError) {
    self.init(
      title: operation.title, error: error, retry: error.isRetryable ? operation : nil)
  }

  public var message: Phrase { error.message }
}
