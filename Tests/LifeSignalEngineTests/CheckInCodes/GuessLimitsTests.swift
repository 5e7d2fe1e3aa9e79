import Foundation
import Testing

@testable import LifeSignalEngine

@Suite struct GuessLimitsTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Networks that have typed a wrong code before, until all of them together have no try left.
  private func exhausted() -> GuessLimits {
    let limits = GuessLimits()
    for number in 0..<400 {
      for _ in 0..<2 { _ = limits.take("guesser-\(number)", at: now) }
    }
    return limits
  }

  private func isOne(_ taken: GuessLimits.Taken) -> Bool {
    if case .one = taken { true } else { false }
  }

  @Test func `a right code of a new network gives the guessers no try back`() throws {
    let limits = exhausted()
    #expect(!isOne(limits.take("guesser-1", at: now)))
    for number in 0..<50 {
      guard case .one(let made) = limits.take("honest-\(number)", at: now) else {
        Issue.record("a network without a wrong code is kept waiting")
        return
      }
      limits.giveBack(made)
    }
    #expect(!isOne(limits.take("guesser-1", at: now)))
  }

  @Test func `a right code gives back what its try took`() {
    let limits = GuessLimits()
    for _ in 0..<40 {
      guard case .one(let made) = limits.take("honest", at: now) else {
        Issue.record("no try")
        return
      }
      limits.giveBack(made)
    }
    for _ in 0..<10 { #expect(isOne(limits.take("honest", at: now))) }
    #expect(!isOne(limits.take("honest", at: now)))
  }
}
