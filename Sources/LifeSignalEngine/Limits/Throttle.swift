import Foundation
import Synchronization

/// Token buckets by key: `burst` requests at once, then `perSecond` on average.
///
/// In memory only: a restart forgives everybody.
final class Throttle<Key: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: Date
  }

  private let burst: Double
  private let perSecond: Double
  private let buckets = Mutex<[Key: Bucket]>([:])

  init(burst: Int, perSecond: Double) {
    self.burst = Double(burst)
    self.perSecond = perSecond
  }

  /// Takes one token; or returns the seconds until there is one.
  func take(_ key: Key, at now: Date) -> TimeInterval? {
    buckets.withLock { buckets in
      if buckets.count > 50_000 { forgetFull(&buckets, now) }
      var bucket = buckets[key] ?? Bucket(tokens: burst, at: now)
      bucket.tokens = tokens(bucket, now)
      bucket.at = now
      defer { buckets[key] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
      bucket.tokens -= 1
      return nil
    }
  }

  private func tokens(_ bucket: Bucket, _ now: Date) -> Double {
    min(burst, bucket.tokens + max(0, now.timeIntervalSince(bucket.at)) * perSecond)
  }

  private func forgetFull(_ buckets: inout [Key: Bucket], _ now: Date) {
    buckets = buckets.filter { tokens($0.value, now) < burst }
  }
}
