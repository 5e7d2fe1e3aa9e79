import LifeSignalWeb
import Synchronization
import Testing

/// A clock that moves when a test says so.
final class TestInstants: Sendable {
  private let elapsed = Mutex(Duration.zero)
  private let start = ContinuousClock.now

  var now: @Sendable () -> ContinuousClock.Instant {
    { self.start.advanced(by: self.elapsed.withLock { $0 }) }
  }

  func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }
}

@Suite struct `Rate limits` {
  private let clock = TestInstants()

  @Test func `a burst passes, the next one waits until a token is back`() {
    let limiter = RateLimiter<String>(
      .init(burst: 3, perSecond: 0.5), now: clock.now)
    for _ in 1...3 { #expect(limiter.take("a") == nil) }
    #expect(limiter.take("a") == .seconds(2))
    clock.advance(by: .seconds(1))
    #expect(limiter.take("a") == .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") != nil)
  }

  @Test func `one key's burst costs another nothing`() {
    let limiter = RateLimiter<String>(.init(burst: 1, perSecond: 1), now: clock.now)
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") != nil)
    #expect(limiter.take("b") == nil)
  }

  @Test func `room never exceeds the burst, even after a long quiet time`() {
    let limiter = RateLimiter<String>(.init(burst: 2, perSecond: 1), now: clock.now)
    #expect(limiter.take("a") == nil)
    clock.advance(by: .seconds(3600))
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") == nil)
    #expect(limiter.take("a") != nil)
  }

  @Test func `memory is bounded, and making room locks no one out`() {
    let limiter = RateLimiter<Int>(
      .init(burst: 1, perSecond: 0.001), mostKeys: 10, now: clock.now)
    for key in 0..<1000 { #expect(limiter.take(key) == nil) }
    #expect(limiter.take(1000) == nil)
  }

  @Test func `making room forgets the full buckets first`() {
    let limiter = RateLimiter<String>(
      .init(burst: 1, perSecond: 0.1), mostKeys: 2, now: clock.now)
    #expect(limiter.take("old") == nil)
    clock.advance(by: .seconds(10))
    #expect(limiter.take("greedy") == nil)
    #expect(limiter.take("new") == nil)
    #expect(limiter.take("greedy") != nil)
  }

  @Test func `A flood of keys does not reset the key that has spent most`() {
    let limiter = RateLimiter<Int>(
      .init(burst: 2, perSecond: 0.001), mostKeys: 100, now: clock.now)
    #expect(limiter.take(-1) == nil)
    #expect(limiter.take(-1) == nil)
    for key in 0..<1_000 { #expect(limiter.take(key) == nil) }
    #expect(limiter.take(-1) != nil)
  }

  @Test func `Asking how long to wait counts nothing`() {
    let limiter = RateLimiter<String>(.init(burst: 1, perSecond: 1), now: clock.now)
    #expect(limiter.wait(for: "a") == nil)
    #expect(limiter.take("a") == nil)
    #expect(limiter.wait(for: "a") == .seconds(1))
    #expect(limiter.wait(for: "a") == .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(limiter.take("a") == nil)
  }
}
