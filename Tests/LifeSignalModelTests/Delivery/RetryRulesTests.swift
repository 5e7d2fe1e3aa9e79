import Foundation
import LifeSignalModel
import Testing

@Suite struct RetryRulesTests {
  @Test(arguments: [
    (1, 0.5, 0.5), (2, 0.5, 1), (4, 0.5, 4), (9, 0.5, 128), (10, 0.5, 150), (1_000, 0.5, 150),
    (3, 0, 0),
  ])
  func `the wait is a random part of a doubling, capped longest wait`(
    attempt: Int, fraction: Double, seconds: TimeInterval
  ) {
    let verdict = RetryRules.after(
      attempt: attempt, giveUpAt: .distantFuture, now: Cast.start, fraction: fraction)
    #expect(verdict == .retry(at: Cast.start + seconds))
  }

  @Test func `the carrier's own wish is respected`() {
    let verdict = RetryRules.after(
      attempt: 1, giveUpAt: .distantFuture, now: Cast.start, fraction: 0.5, retryAfter: 90)
    #expect(verdict == .retry(at: Cast.start + 90))
  }

  @Test func `past the time to give up it is dead`() {
    let verdict = RetryRules.after(
      attempt: 5, giveUpAt: Cast.start + 3, now: Cast.start, fraction: 0.9)
    #expect(verdict == .dead)
  }
}
