import Foundation
public import LifeSignalModel

/// Signals of devices, and their owners' reads of them.
extension Engine {
  /// Notes a signal of the device that has this token; no session is needed.
  ///
  /// A signal that adds nothing is answered without a write: a device that floods costs a read.
  ///
  /// A signal from a person's own link comes from their hand: it is as vital as a tap, and only the
  /// limit of its own token delays it.
  ///
  /// - Parameter isOpened: the address was only opened, as previews and scanners do; a person's own
  ///   link then counts as no signal.
  /// - Throws: ``Refusal/thingNotFound`` for an unknown token, or one of a device that is switched
  ///   off; ``Refusal/tooManyRequests(retryAfter:)`` for this token alone.
  @discardableResult
  public func hear(
    _ signal: ThingSignal, token: String, isOpened: Bool = false
  ) async throws -> SignalAnswer {
    let bearer = Bearer(.visitor)
    return try await admit(Hear.terms, Hear.name, by: bearer.actor) {
      try await judge(Hear(signal: signal, token: token), isOpened: isOpened, by: bearer)
    }
  }

  private func judge(
    _ command: Hear, isOpened: Bool, by bearer: Bearer
  ) async throws -> SignalAnswer {
    let now = clock.now
    let signal = command.signal
    let hash = command.tokenHash(by: secrets)
    if let wait = thingThrottle.take(hash, at: now) {
      throw Refusal.tooManyRequests(retryAfter: wait)
    }
    let (isLink, isNews) = try await ledger.glance { tx in
      guard let thing = try tx.thing(tokenHash: hash), thing.isOn else {
        throw Refusal.thingNotFound
      }
      let rule = try tx.evidenceRule(of: thing.person) ?? .standard
      return (thing.kind == .link, HearingRules.isNews(signal, of: thing, rule, at: now))
    }
    guard !isLink || !isOpened else { return .linkOpened }
    guard isNews else { return .addsNothing }
    let isHand = isLink && signal == .success
    let lane = isHand ? .prompt : Hear.terms.lane
    if !isHand { try turnAwayIfBehind(in: lane) }
    _ = try await carryOut(command, by: bearer, in: lane)
    return .noted
  }

  /// Whether a signal from a person's own link is a check-in now: while they are watched, and no
  /// one has been notified about a missed one. Nil for any other token.
  public func countsCheckIn(byLink token: String) async throws -> Bool? {
    let hash = Hear(signal: .success, token: token).tokenHash(by: secrets)
    return try await ledger.glance { tx in
      guard let thing = try tx.thing(tokenHash: hash), thing.kind == .link else {
        return nil
      }
      return try tx.watch(of: thing.person).map(HearingRules.isAwake) ?? false
    }
  }
}
