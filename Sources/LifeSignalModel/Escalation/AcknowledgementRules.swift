import Foundation

/// "I'm on it": one responder has the alert, the calls stop, and the others are notified who it is.
///
/// The first message to each responder is still delivered: see `isOwed`. The holder may be the
/// danger, so others can join or take over after a while, and the owner can overrule them.
public enum AcknowledgementRules {
  /// The first responder to answer gets the alert. Another one joins, or takes over where the
  /// holder has asked them to or has had it for ``EscalationRules/takingOver`` seconds. The holder
  /// confirms that they still have it.
  ///
  /// A responder whose alert was taken over is not coming: they are contacted again if the new holder
  /// gives it back. The new holder goes on with the former one's time, so that two who take over from each other
  /// keep an alert from the others no longer than one.
  public static func acknowledge(
    _ facts: EscalationFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    let (facts, mine) = try checked(facts, me)
    let old = facts.escalation
    guard old.holder != me else { return renew(facts, me, moment) }
    guard old.canBeTaken(by: me, at: moment.now) else { return join(facts, mine, moment) }
    var row = old
    row.stage = .held
    row.holder = me
    row.heldSince = moment.now.storable
    row.offeredTo = nil
    row.nextFireAt = (moment.now + EscalationRules.holding).storable
    if let former = old.holder { row.goOn(from: old, former: former, by: me) }
    if old.helper(me).isComing { row.note(me) { $0.isComing = false } }
    if !row.told.contains(me) { row.told.append(me) }
    var decision = changed(row, from: old, facts)
    decision.events.append(.alarmAcknowledged(facts.alert.id, by: me))
    decision.tellOwner(
      facts, EscalationNotices.takenForYou(mine.person, facts.alert, gen: row.gen), at: moment)
    for id in row.told where id != me {
      guard let other = facts.responder(id) else { continue }
      decision.tell(
        other, EscalationNotices.taken(by: mine.person, facts, gen: row.gen),
        about: facts.alert.id, at: moment)
    }
    return decision
  }

  /// A second press changes nothing, unless the holder was asked whether they still have the alert:
  /// then it is their answer.
  private static func renew(
    _ facts: EscalationFacts, _ me: Person.ID, _ moment: Moment
  ) -> Decision {
    let old = facts.escalation
    var row = old
    row.offeredTo = nil
    if old.stage == .asked {
      row.stage = .held
      row.nextFireAt = (moment.now + EscalationRules.holding).storable
      row.note(me) { $0.renewals += 1 }
    }
    return row == old ? Decision() : changed(row, from: old, facts)
  }

  /// "I'm coming too": nothing else changes, least of all who is contacted next.
  private static func join(
    _ facts: EscalationFacts, _ mine: Recipient, _ moment: Moment
  ) -> Decision {
    let (old, me) = (facts.escalation, mine.person.id)
    guard !old.helper(me).isComing else { return Decision() }
    var row = old
    row.note(me) { $0.isComing = true }
    if !row.told.contains(me) { row.told.append(me) }
    var decision = changed(row, from: old, facts)
    guard !old.helper(me).isRestless else { return decision }
    decision.tellOwner(
      facts, EscalationNotices.coming(mine.person, facts.alert, gen: row.gen), at: moment)
    if let holder = old.holder.flatMap(facts.responder) {
      decision.tell(
        holder, EscalationNotices.comingToo(mine.person, facts, gen: row.gen),
        about: facts.alert.id, at: moment)
    }
    return decision
  }

  /// Gives an alert back. From the responder who has it: the escalation continues immediately where it
  /// had stopped. From a responder who only joined: they are no longer coming. Each of these is a turn; a
  /// responder who gives the alert back on their third turn or later cannot take it again.
  ///
  /// From the owner of the alert: contacts the other responders although one has it. That one still
  /// counts as coming, cannot take it again, and gets no message about this: the owner may be afraid of them.
  /// Nothing changes when there is no one else to contact.
  public static func release(
    _ facts: EscalationFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    if let facts, facts.me.person.id == me, facts.alert.kind != .duress {
      guard facts.escalation.isOpen, facts.alert.isOpen else { throw .alarmOver }
      guard let holder = facts.escalation.holder, !facts.othersToContact.isEmpty else {
        return Decision()
      }
      return passOn(facts, moment) { EscalationRules.overrule(holder, facts, &$0, moment) }
    }
    let (facts, mine) = try checked(facts, me)
    let helper = facts.escalation.helper(me)
    guard facts.escalation.holder == me else {
      guard helper.isComing else { throw .alarmNotYours }
      return EscalationRules.stopComing(facts, mine, moment)
    }
    var leaving = facts
    leaving.escalation.note(me) {
      $0.turns += 1
      $0.mayHold = !$0.isRestless
    }
    return passOn(facts, moment) { EscalationRules.goOn(leaving, &$0, moment) }
  }

  private static func passOn(
    _ facts: EscalationFacts, _ moment: Moment, _ call: (inout Decision) -> Escalation
  ) -> Decision {
    var decision = Decision()
    var row = call(&decision)
    row.gen = facts.escalation.gen + 1
    decision.mutations.append(.updateEscalation(row, from: facts.escalation))
    decision.show(facts)
    return decision
  }

  /// Asks another responder to take over. Until they do, the alert stays with its holder.
  public static func handOver(
    _ facts: EscalationFacts?, to other: Person.ID, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    let (facts, mine) = try checked(facts, me)
    let old = facts.escalation
    guard old.holder == me else { throw .alarmNotYours }
    guard other != me, let recipient = facts.responder(other) else { throw .notTheirResponder }
    guard old.offeredTo != other else { return Decision() }
    var row = old
    row.offeredTo = other
    row.calls += 1
    row.note(me) { $0.turns += 1 }
    if !row.told.contains(other) { row.told.append(other) }
    var decision = changed(row, from: old, facts)
    decision.events.append(.alarmOffered(facts.alert.id, by: me, to: other))
    decision.tell(
      recipient, EscalationNotices.offered(by: mine.person, facts, number: row.calls),
      about: facts.alert.id, at: moment)
    // Passing it back and forth must not use up the budget for texts and calls.
    if old.helper(me).isRestless, old.told.contains(other) {
      decision.deliveries.removeAll { !$0.kind.isPush }
    }
    return decision
  }

  /// An alert that the viewer may not know of is not found, and no one can answer their own.
  static func checked(
    _ facts: EscalationFacts?, _ me: Person.ID
  ) throws(Refusal) -> (EscalationFacts, Recipient) {
    guard let facts else { throw .alarmNotFound }
    guard facts.me.person.id != me else {
      // A duress alert is not found for its own person either, who must not learn that it exists.
      throw facts.alert.kind == .duress ? .alarmNotFound : .ownAlarm
    }
    guard let mine = facts.responder(me) else { throw .alarmNotFound }
    guard facts.escalation.isOpen, facts.alert.isOpen else { throw .alarmOver }
    return (facts, mine)
  }

  private static func changed(
    _ new: Escalation, from old: Escalation, _ facts: EscalationFacts
  ) -> Decision {
    var row = new
    row.gen = old.gen + 1
    var decision = Decision(mutations: [.updateEscalation(row, from: old)])
    decision.show(facts)
    return decision
  }
}

extension Escalation {
  /// The new holder's time is what is left of the former one's. Taking over from a responder who has not
  /// answered whether they still have it counts as their answer.
  fileprivate mutating func goOn(from old: Escalation, former: Person.ID, by me: Person.ID) {
    let isAsked = old.stage == .asked
    if !isAsked, let due = old.nextFireAt, let own = nextFireAt { nextFireAt = min(due, own) }
    let renewals = old.helper(former).renewals + (isAsked ? 1 : 0)
    guard renewals > helper(me).renewals else { return }
    note(me) { $0.renewals = renewals }
  }

  fileprivate func canBeTaken(by me: Person.ID, at now: Date) -> Bool {
    guard helper(me).mayHold else { return false }
    guard holder != nil, offeredTo != me else { return true }
    return now >= (heldSince ?? now) + EscalationRules.takingOver
  }
}
