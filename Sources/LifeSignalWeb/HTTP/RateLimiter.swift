import LifeSignalEngine

/// How many requests fit into a burst, and how fast room returns.
package struct RequestRate: Sendable, Equatable {
  /// At least 1.
  package var burst: Int
  /// Requests for which room returns.
  package var perSecond: Double

  package init(burst: Int, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }
}

/// One token bucket per key, for any number of keys in bounded memory, on a clock that only moves forward.
///
/// An attacker with more keys than are remembered gains bursts for those that are forgotten, the least
/// spent; making room locks no key out.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let buckets: Throttle<Key>
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant

  /// - Parameters:
  ///   - mostKeys: the most keys remembered, at least 2.
  ///   - now: a clock that only moves forward.
  package init(
    _ rate: RequestRate, mostKeys: Int = 50_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    buckets = Throttle(
      burst: rate.burst, perSecond: rate.perSecond, mostKeys: mostKeys)
    self.now = now
    start = now()
  }

  /// Counts one request of `key`.
  ///
  /// - Returns: nil when it may pass, else how long to wait.
  package func take(_ key: Key) -> Duration? {
    buckets.take(key, at: elapsed).map { .seconds($0) }
  }

  /// How long a request of `key` would have to wait now; nil when it may pass. Counts nothing.
  package func wait(for key: Key) -> Duration? {
    buckets.wait(for: key, at: elapsed).map { .seconds($0) }
  }

  /// Seconds since this was made.
  private var elapsed: Double { (now() - start) / .seconds(1) }
}
