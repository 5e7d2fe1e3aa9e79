import Foundation
import LifeSignalModel

/// Notes a signal of the device that has this token; no session is needed.
///
/// A signal from a person's own link is as vital as a tap, and any other is not, which only the
/// device's row shows: ``Engine/hear(_:token:isOpened:)``, which alone makes it, judges it first.
struct Hear: Command {
  let signal: ThingSignal
  let token: String

  static let terms = Terms.judgedLater

  /// A typed address may be in capitals.
  func tokenHash(by secrets: some Secrets) -> Data {
    secrets.hash(token: token.lowercased())
  }

  /// - Throws: ``Refusal/thingNotFound`` for an unknown token.
  func facts(
    by bearer: Bearer, from reads: some Reads, at moment: Moment
  ) throws -> HearingFacts {
    guard let thing = try reads.thing(tokenHash: tokenHash(by: moment.secrets)) else {
      throw Refusal.thingNotFound
    }
    let rule = try reads.evidenceRule(of: thing.person) ?? .standard
    let needsOwner = HearingRules.needsOwner(signal, of: thing, at: moment.now)
    return HearingFacts(
      thing: thing, rule: rule,
      owner: needsOwner ? try reads.hearingOwner(thing.person) : nil)
  }

  func decide(
    _ facts: HearingFacts, by bearer: Bearer, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try HearingRules.hear(signal, facts, moment: moment))
  }
}

extension Reads {
  fileprivate func hearingOwner(_ person: Person.ID) throws -> HearingFacts.Owner {
    var owner = HearingFacts.Owner(
      things: try things(of: person), checkIn: try signOfLifeFacts(of: person))
    // Duress alerts are left out: an entry would reveal to the pages of their person that one is
    // on.
    owner.alarms = try openAlerts(of: person).filter { $0.kind != .duress }.map(\.id)
    if !owner.alarms.isEmpty { owner.checkIn.responders = try responders(of: person) }
    return owner
  }
}
