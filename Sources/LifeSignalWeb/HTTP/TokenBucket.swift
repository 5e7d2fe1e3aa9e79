/// A rate with a burst: `capacity` immediately, then one more every `1 / refillPerSecond` seconds.
public struct TokenBucket: Sendable, Equatable {
  /// How many requests fit into a burst, and how fast room returns.
  public struct Rate: Sendable, Equatable {
    public var capacity: Double
    public var refillPerSecond: Double

    public init(capacity: Double, refillPerSecond: Double) {
      precondition(capacity >= 1 && refillPerSecond > 0)
      self.capacity = capacity
      self.refillPerSecond = refillPerSecond
    }
  }

  private let rate: Rate
  private var tokens: Double
  private var updated: ContinuousClock.Instant

  public init(_ rate: Rate, now: ContinuousClock.Instant) {
    self.rate = rate
    self.tokens = rate.capacity
    self.updated = now
  }

  /// Takes one token.
  ///
  /// - Returns: nil when there was one, else how long until the next.
  public mutating func take(at now: ContinuousClock.Instant) -> Duration? {
    refill(at: now)
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return .seconds((1 - tokens) / rate.refillPerSecond)
  }

  /// Whether forgetting the bucket changes nothing.
  public mutating func isFull(at now: ContinuousClock.Instant) -> Bool {
    refill(at: now)
    return tokens >= rate.capacity
  }

  private mutating func refill(at now: ContinuousClock.Instant) {
    guard now > updated else { return }
    tokens = min(rate.capacity, tokens + (now - updated) / .seconds(1) * rate.refillPerSecond)
    updated = now
  }
}
