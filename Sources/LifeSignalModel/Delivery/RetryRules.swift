public import Foundation

/// Decides the next step for a delivery whose attempt failed.
public enum RetryRules {
  /// Seconds before the second attempt at most; doubles with each further one.
  public static let base: TimeInterval = 1
  /// Seconds between two attempts at most.
  public static let cap: TimeInterval = 300

  public enum Verdict: Equatable, Sendable {
    case retry(at: Date)
    case dead
  }

  /// Full jitter: the wait is a random part of the longest wait, so that many rows that failed
  /// together do not come back together.
  /// - Parameters:
  ///   - fraction: random, from 0 up to 1.
  ///   - retryAfter: seconds the carrier asked us to wait at least.
  public static func after(
    attempt: Int, giveUpAt: Date, now: Date, fraction: Double, retryAfter: TimeInterval? = nil
  ) -> Verdict {
    let longest = min(cap, base * pow(2, Double(max(0, min(attempt, 32) - 1))))
    let wait = max(longest * fraction, retryAfter ?? 0)
    let next = (now + wait).storable
    return next > giveUpAt ? .dead : .retry(at: next)
  }

  /// Whether the next channel takes over immediately: a channel that must wait for longer than
  /// silence may last (``Rung/limit``) is as good as failed, and still tried again when its time
  /// has come. Another browser of the same person may have taken the message, or be about to.
  /// - Parameter others: all rows of the same message; the failed one may be among them.
  public static func givesWay(
    _ failed: Delivery, until retry: Date, others: [Delivery], now: Date
  ) -> Bool {
    waits(until: retry, now)
      && others.allSatisfy { other in
        other.id == failed.id || other.rank > failed.rank || other.state == .dead
          || other.state == .ready && other.attempts > 0 && waits(until: other.nextAttemptAt, now)
      }
  }

  private static func waits(until retry: Date, _ now: Date) -> Bool {
    retry.timeIntervalSince(now) >= Rung.queued.limit
  }
}
