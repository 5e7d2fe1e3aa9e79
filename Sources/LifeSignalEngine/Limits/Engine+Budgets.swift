import Foundation
import LifeSignalModel

/// The limits for requests that cost more than others.
extension Engine {
  /// Takes one request from this limit.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``, ``Refusal/tooManyTests(retryAfter:)``,
  ///   ``Refusal/tooManyCodes(retryAfter:)``.
  func take(_ budget: RequestBudget, by asker: some Asker, at now: Date) throws(Refusal) {
    let network = asker.origin.network
    if budget == .codes { try takeCode(for: network, at: now) }
    if budget == .invitations, let wait = invitationThrottle.take(network, at: now) {
      throw .tooManyRequests(retryAfter: wait)
    }
    guard let person = asker.actor.person else { return }
    switch budget {
    case .keys:
      guard let wait = keyThrottle.take(person, at: now) else { return }
      throw .tooManyRequests(retryAfter: wait)
    case .tests:
      guard let wait = testThrottle.take(person, at: now) else { return }
      throw .tooManyTests(retryAfter: wait)
    case .ownCodes:
      guard let wait = ownCodeThrottle.take(person, at: now) else { return }
      throw .tooManyCodes(retryAfter: wait)
    case .channelCodes:
      if let wait = channelCodeThrottle.take(person, at: now) {
        throw .tooManyCodes(retryAfter: wait)
      }
      try takeCode(for: network, at: now)
    case .codes, .invitations: break
    }
  }

  private func takeCode(for network: String, at now: Date) throws(Refusal) {
    if let wait = networkThrottle.take(network, at: now)
      ?? networkDayThrottle.take(network, at: now)
    {
      throw .tooManyCodes(retryAfter: wait)
    }
  }

  /// The same for the limits among the demands of a decision.
  /// - Returns: whether there are any.
  func take(
    _ demands: Set<Demand>, by asker: some Asker, at now: Date
  ) throws(Refusal) -> Bool {
    guard !demands.isEmpty else { return false }
    var hasAny = false
    for case .budget(let budget) in demands {
      try take(budget, by: asker, at: now)
      hasAny = true
    }
    return hasAny
  }
}
