public import Foundation

/// Why a command was not carried out. Everything a person can meet; failures of the machine are
/// other errors.
public enum Refusal: Error, Equatable, Sendable {
  case notSignedIn
  /// The actor is of the wrong kind, for example a person sending a command of the system.
  case notAllowed

  case invalidPhoneNumber
  case codeWrong(triesLeft: Int)
  /// Also for a request nobody knows: it may have been swept.
  case codeExpired
  case codeUsed
  case tooManyTries
  /// Seconds until the next code may be asked for.
  case tooManyCodes(retryAfter: TimeInterval)

  case invalidName
  case noteTooLong
  case invalidInterval
  case invalidGracePeriod
  case invalidReminder
  case invalidPreference
  /// The deadline is missed: it is answered by a check-in, not by moving it.
  case checkInFirst

  case noRole
  case cannotAddYourself
  case qrCodeUnknown
  case alreadyRelated
  case personNotFound
  case contactNotFound
  /// The relation waits for an answer.
  case notAccepted
  /// Only the side that was asked can accept.
  case notYoursToAccept
  /// Only the watched person can make somebody their responder.
  case consentRequired

  case notYourDependent
  case pingsNotAccepted
  /// Seconds until the same person may be pinged again.
  case tooSoon(retryAfter: TimeInterval)
  case pingNotFound
  case notYourPing
  case pingNoLongerPending

  case alertNotFound
  case notificationNotFound

  /// Seconds until the next request is heard.
  case tooManyRequests(retryAfter: TimeInterval)

  /// The codes of the wire. Raw values are the wire's names.
  public enum Code: String, Sendable, CaseIterable {
    case unauthenticated
    case invalidArgument = "invalid-argument"
    case notFound = "not-found"
    case alreadyExists = "already-exists"
    case permissionDenied = "permission-denied"
    case failedPrecondition = "failed-precondition"
    case resourceExhausted = "resource-exhausted"
  }
}
