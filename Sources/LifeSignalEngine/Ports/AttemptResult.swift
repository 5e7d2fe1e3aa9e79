public import Foundation

/// What became of an attempt to send a message.
public enum AttemptResult: Sendable {
  /// It was not made: the row is ready again until then, as if it had never been claimed.
  case deferred(until: Date)
  /// A carrier has accepted the message.
  case sent(at: Date)
  /// It failed, and there is another one then.
  case failed(String, retryAt: Date)
  /// The message is given up.
  case givenUp(String, at: Date)
}
