import Foundation
import LifeSignalModel

/// Signals of devices, and their owners' reads of them.
extension Engine {
  /// A signal that adds nothing is answered without a write: a device that floods costs a read.
  ///
  /// A signal from a person's own link comes from their hand: it is as vital as a tap, and only the
  /// limit of its own token delays it.
  ///
  /// - Throws: ``Refusal/thingNotFound`` for an unknown token, or one of a device that is switched
  ///   off; ``Refusal/tooManyRequests(retryAfter:)`` for this token alone.
  func hear(_ signal: ThingSignal, token: String, isOpened: Bool) async throws -> Outcome {
    let now = clock.now
    let hash = Self.hash(token)
    if let wait = thingThrottle.take(hash, at: now) {
      throw Refusal.tooManyRequests(retryAfter: wait)
    }
    let (isLink, isNews, isHand) = try await ledger.glance { tx in
      guard let thing = try tx.thing(tokenHash: hash), thing.isOn else {
        throw Refusal.thingNotFound
      }
      let rule = try tx.evidenceRule(of: thing.person) ?? .standard
      return (
        thing.kind == .link,
        HearingRules.isNews(signal, of: thing, rule, at: now),
        thing.kind == .link && signal == .success
      )
    }
    guard !isLink || !isOpened else { return .linkOpened }
    guard isNews else { return .unchanged }
    let lane = isHand ? .prompt : CommandCase.hear(signal, token: token).lane
    if !isHand { try turnAwayIfBehind(in: lane) }
    return try await commit(in: lane) { [self] tx, moment in
      try decide(signal, token: token, in: tx, at: moment)
    }
  }

  /// Whether a signal from a person's own link is a check-in now: while they are watched, and no
  /// one has been notified about a missed one. Nil for any other token.
  public func countsCheckIn(byLink token: String) async throws -> Bool? {
    try await ledger.glance { tx in
      guard let thing = try tx.thing(tokenHash: Self.hash(token)), thing.kind == .link else {
        return nil
      }
      return try tx.watch(of: thing.person).map(HearingRules.isAwake) ?? false
    }
  }

  func decide(
    _ signal: ThingSignal, token: String, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    guard let thing = try tx.thing(tokenHash: Self.hash(token)) else {
      throw Refusal.thingNotFound
    }
    let person = thing.person
    var facts = HearingFacts(thing: thing, rule: try tx.evidenceRule(of: person) ?? .standard)
    if HearingRules.needsOwner(signal, of: thing, at: moment.now) {
      facts.owner = try hearingOwner(person, in: tx)
    }
    return try HearingRules.hear(signal, facts, moment: moment)
  }

  private func hearingOwner(
    _ person: Person.ID, in tx: any LedgerTransaction
  ) throws -> HearingFacts.Owner {
    var owner = HearingFacts.Owner(
      things: try tx.things(of: person), checkIn: try tx.signOfLifeFacts(of: person))
    // Duress alerts are left out: an entry would reveal to the pages of their person that one is
    // on.
    owner.alarms = try tx.openAlerts(of: person).filter { $0.kind != .duress }.map(\.id)
    if !owner.alarms.isEmpty { owner.checkIn.responders = try tx.responders(of: person) }
    return owner
  }

  /// A typed address may be in capitals.
  private static func hash(_ token: String) -> Data { CredentialHash.token(token.lowercased()) }
}
