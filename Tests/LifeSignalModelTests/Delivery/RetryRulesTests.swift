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

  private func row(
    _ id: Delivery.ID, rank: Int = 0, state: Delivery.State = .ready, attempts: Int = 1,
    next: TimeInterval = 0
  ) -> Delivery {
    Delivery(
      id: id, dedupeKey: "d", idempotencyKey: "i", person: "1", notification: "70", channel: "9",
      kind: .webPush, address: "a", title: "t", body: "b", priority: .alert, state: state,
      attempts: attempts, createdAt: Cast.start, nextAttemptAt: Cast.start + next,
      giveUpAt: .distantFuture, rank: rank)
  }

  private func givesWay(_ wait: TimeInterval, _ others: Delivery...) -> Bool {
    let failed = row("1", next: wait)
    return RetryRules.givesWay(
      failed, until: Cast.start + wait, others: [failed] + others, now: Cast.start)
  }

  @Test func `a delivery that must wait the longest allowed silence gives way`() {
    #expect(!givesWay(0))
    #expect(!givesWay(29.9))
    #expect(givesWay(30))
    #expect(givesWay(3_600))
  }

  @Test func `a message another browser took, or may still take, delays the next channel`() {
    #expect(!givesWay(60, row("2", state: .done)))
    #expect(!givesWay(60, row("2", state: .leased)))
    #expect(!givesWay(60, row("2", attempts: 0)))
    #expect(!givesWay(60, row("2", next: 5)))
    #expect(givesWay(60, row("2", next: 60)))
    #expect(givesWay(60, row("2", state: .dead)))
    #expect(givesWay(60, row("2", rank: 1, attempts: 0)))
  }
}
