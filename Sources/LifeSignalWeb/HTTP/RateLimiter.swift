import Synchronization

/// One token bucket per key, for any number of keys in bounded memory.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let rate: TokenBucket.Rate
  private let capacity: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let buckets = Mutex<[Key: TokenBucket]>([:])

  /// - Parameters:
  ///   - capacity: the most keys remembered. Beyond it full buckets are forgotten, and if none is
  ///     full, all: an attacker with that many addresses gains one burst, and no one is locked out.
  ///   - now: a clock that only moves forward.
  public init(
    _ rate: TokenBucket.Rate, capacity: Int = 50_000,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.rate = rate
    self.capacity = capacity
    self.now = now
  }

  /// Counts one request of `key`.
  ///
  /// - Returns: nil when it may pass, else how long to wait.
  public func take(_ key: Key) -> Duration? {
    let now = now()
    return buckets.withLock { buckets in
      if buckets.count >= capacity, buckets[key] == nil { makeRoom(in: &buckets, at: now) }
      return buckets[key, default: TokenBucket(rate, now: now)].take(at: now)
    }
  }

  /// How long a request of `key` would have to wait now; nil when it may pass. Counts nothing.
  public func wait(for key: Key) -> Duration? {
    let now = now()
    return buckets.withLock { buckets in
      guard var bucket = buckets[key] else { return nil }
      return bucket.take(at: now)
    }
  }

  private func makeRoom(in buckets: inout [Key: TokenBucket], at now: ContinuousClock.Instant) {
    buckets = buckets.filter { _, bucket in
      var bucket = bucket
      return !bucket.isFull(at: now)
    }
    if buckets.count >= capacity { buckets.removeAll(keepingCapacity: true) }
  }
}
