/// Why a ``Mailbox`` did not take an action. The action has not been reduced and never will be.
public enum MailboxError: Error, Equatable, Sendable {
  /// As many actions wait as may.
  case full(limit: Int)
  /// The mailbox takes no more actions.
  case closed
  /// The sender's task was cancelled before there was a place.
  case cancelled
}
