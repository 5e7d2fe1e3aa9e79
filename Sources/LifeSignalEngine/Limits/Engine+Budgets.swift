import Foundation
import LifeSignalModel

/// The limits of single persons for requests that cost more than others.
extension Engine {
  /// Takes one request from this limit.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``, ``Refusal/tooManyTests(retryAfter:)``.
  func take(_ budget: RequestBudget, by actor: Actor, at now: Date) throws(Refusal) {
    guard let person = actor.person else { return }
    switch budget {
    case .keys:
      guard let wait = keyThrottle.take(person, at: now) else { return }
      throw .tooManyRequests(retryAfter: wait)
    case .tests:
      guard let wait = testThrottle.take(person, at: now) else { return }
      throw .tooManyTests(retryAfter: wait)
    }
  }

  /// The same for the limits among the demands of a decision.
  /// - Returns: whether there are any.
  func take(
    _ demands: Set<Demand>, of terms: Terms, by actor: Actor, at now: Date
  ) throws(Refusal) -> Bool {
    guard !demands.isEmpty, !terms.isVital else { return false }
    var hasAny = false
    for case .budget(let budget) in demands {
      try take(budget, by: actor, at: now)
      hasAny = true
    }
    return hasAny
  }
}
