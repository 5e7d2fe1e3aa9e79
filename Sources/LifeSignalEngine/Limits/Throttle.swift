package import Foundation
import Synchronization

/// Token buckets by key: `burst` requests immediately, then `perSecond` on average.
///
/// In memory only: a restart resets all limits. Times are seconds of one clock, from any origin; a clock
/// that is set back only delays the next token.
package final class Throttle<Key: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var tokens: Double
    var at: TimeInterval
  }

  private let burst: Double
  private let perSecond: Double
  private let mostKeys: Int
  private let buckets = Mutex<[Key: Bucket]>([:])

  /// - Parameter mostKeys: the most keys remembered, at least 2.
  package init(burst: Int, perSecond: Double, mostKeys: Int = 50_000) {
    self.burst = Double(burst)
    self.perSecond = perSecond
    self.mostKeys = mostKeys
  }

  /// Keys remembered now.
  var count: Int { buckets.withLock { $0.count } }

  /// Takes one token; or returns the seconds until there is one.
  package func take(_ key: Key, at now: TimeInterval) -> TimeInterval? {
    buckets.withLock { buckets in
      if buckets.count >= mostKeys, buckets[key] == nil { makeRoom(in: &buckets, now) }
      var bucket = buckets[key] ?? Bucket(tokens: burst, at: now)
      bucket.tokens = tokens(bucket, now)
      bucket.at = now
      defer { buckets[key] = bucket }
      guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
      bucket.tokens -= 1
      return nil
    }
  }

  /// The seconds until there is a token for this key; nil if there is one. Takes none.
  package func wait(for key: Key, at now: TimeInterval) -> TimeInterval? {
    buckets.withLock { buckets in
      guard let bucket = buckets[key] else { return nil }
      let tokens = tokens(bucket, now)
      return tokens >= 1 ? nil : (1 - tokens) / perSecond
    }
  }

  /// Whether this key has spent nothing recently.
  func isFull(_ key: Key, at now: TimeInterval) -> Bool {
    buckets.withLock { buckets in buckets[key].map { tokens($0, now) >= burst } ?? true }
  }

  /// Undoes a ``take(_:at:)`` that succeeded.
  func giveBack(_ key: Key) {
    buckets.withLock { buckets in
      guard let bucket = buckets[key] else { return }
      buckets[key]?.tokens = min(burst, bucket.tokens + 1)
    }
  }

  private func tokens(_ bucket: Bucket, _ now: TimeInterval) -> Double {
    min(burst, bucket.tokens + max(0, now - bucket.at) * perSecond)
  }

  /// Forgets full buckets; if that does not free half the room, also those that have spent least.
  ///
  /// Half, so that the next search is as many new keys away: a flood of keys makes no request slow.
  private func makeRoom(in buckets: inout [Key: Bucket], _ now: TimeInterval) {
    let spent = buckets.filter { tokens($0.value, now) < burst }
    guard spent.count > mostKeys / 2 else { return buckets = spent }
    let mostSpent = spent.sorted { tokens($0.value, now) < tokens($1.value, now) }
    buckets = Dictionary(uniqueKeysWithValues: mostSpent.prefix(mostKeys / 2).map { ($0, $1) })
  }
}

extension Throttle {
  /// By the server's clock.
  func take(_ key: Key, at now: Date) -> TimeInterval? {
    take(key, at: now.timeIntervalSinceReferenceDate)
  }

  /// By the server's clock.
  func isFull(_ key: Key, at now: Date) -> Bool {
    isFull(key, at: now.timeIntervalSinceReferenceDate)
  }
}
