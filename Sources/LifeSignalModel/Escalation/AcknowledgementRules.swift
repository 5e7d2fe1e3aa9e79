import Foundation

/// "I am on it": one responder has the alarm, the calling stops, and the others are told who it is.
public enum AcknowledgementRules {
  /// The first one wins; whoever has it already says that they still do. The one the holder has asked
  /// to take over may.
  public static func acknowledge(
    _ facts: EscalationFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    let (facts, mine) = try checked(facts, me)
    let old = facts.escalation
    if let holder = old.holder, holder != me, old.offeredTo != me { throw .alarmTaken }
    // Pressed twice is pressed once; asked whether they still have it, it is the answer.
    if old.holder == me, old.stage == .held, old.offeredTo == nil { return Decision() }
    let isNew = old.holder != me
    var row = old
    row.stage = .held
    row.holder = me
    row.heldSince = isNew ? moment.now.storable : old.heldSince
    row.offeredTo = nil
    row.nextFireAt = (moment.now + EscalationRules.holding).storable
    if !row.told.contains(me) { row.told.append(me) }
    var decision = changed(row, from: old, facts)
    guard isNew else { return decision }
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

  /// Whoever has it cannot see to it any more: the calling goes on at once, where it had stopped.
  public static func release(
    _ facts: EscalationFacts?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    let (facts, _) = try checked(facts, me)
    let old = facts.escalation
    guard old.holder == me else { throw .alarmNotYours }
    var decision = Decision()
    var row = EscalationRules.goOn(facts, &decision, moment)
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.show(facts)
    return decision
  }

  /// Asks another responder to take over. Until they do, the alarm stays with whoever has it.
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
    if !row.told.contains(other) { row.told.append(other) }
    var decision = changed(row, from: old, facts)
    decision.events.append(.alarmOffered(facts.alert.id, by: me, to: other))
    decision.tell(
      recipient, EscalationNotices.offered(by: mine.person, facts, number: row.calls),
      about: facts.alert.id, at: moment)
    return decision
  }

  /// An alarm nobody may know of is not there; nobody answers their own.
  private static func checked(
    _ facts: EscalationFacts?, _ me: Person.ID
  ) throws(Refusal) -> (EscalationFacts, Recipient) {
    guard let facts else { throw .alarmNotFound }
    guard facts.me.person.id != me else {
      // Of a silent alarm its person is not told even that it is theirs.
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
