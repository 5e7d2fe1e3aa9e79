public import Foundation

/// Which responders are contacted next while no one has answered an alert.
///
/// The rules go through the plan's steps, round after round, and skip a step that reaches no one.
/// After the last round they contact all responders, whatever these have muted, again and again
/// with growing pauses, until one answers or the alert ends: an alert never ends in silence.
public enum EscalationRules {
  /// Seconds between the first two calls of all responders; doubles with each further call.
  public static let firstPause: TimeInterval = 900
  /// The most seconds between two calls of all responders.
  public static let longestPause: TimeInterval = 21_600
  /// Seconds after which the responder who has an alert is asked whether they still do.
  public static let holding: TimeInterval = 3_600
  /// Seconds they have to answer that.
  public static let answering: TimeInterval = 900

  /// Makes the first call, in the decision that raises the alert: adds the row and its messages.
  /// - Parameters:
  ///   - plan: the person's own. An alert raised by hand ignores it and contacts all responders.
  ///   - kept: seconds for which a device without a connection kept the alert.
  ///   - due: when the missed check-in was due.
  static func begin(
    _ alert: Alert, plan: EscalationPlan, me: Recipient, responders: [Recipient],
    travel: Travel? = nil, kept: TimeInterval = 0, due: Date? = nil,
    _ decision: inout Decision, _ moment: Moment
  ) {
    let called = responders.filter { isWanted(alert.kind, by: $0) }.map(\.person.id)
    let plan = alert.kind == .manual ? .everybody : plan
    let row = Escalation(
      alert: alert.id, person: me.person.id, steps: plan.resolved(for: called),
      rounds: plan.rounds)
    var facts = EscalationFacts(
      alert: alert, me: me, escalation: row, responders: responders, travel: travel)
    facts.kept = kept
    facts.due = due
    let next = call(facts, &decision, moment)
    decision.mutations.append(.insertEscalation(next))
  }

  /// Makes the next call, or asks the responder who has the alert. Nothing happens unless the row
  /// is still as it was claimed.
  public static func fire(
    _ claimed: Escalation, _ facts: EscalationFacts?, moment: Moment
  ) -> Decision {
    guard let facts, facts.escalation.gen == claimed.gen, facts.escalation.isOpen,
      let due = facts.escalation.nextFireAt, due <= moment.now
    else { return Decision(.unchanged) }
    let old = facts.escalation
    var decision = Decision()
    var next: Escalation
    switch old.stage {
    case .calling, .broadcasting:
      next = call(facts, &decision, moment)
    case .held:
      next = ask(facts, &decision, moment)
    case .asked:
      next = goOn(facts, &decision, moment)
    }
    // A release without escalations may have ended the alert.
    if !facts.alert.isOpen { next = ended(old, moment) }
    next.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(next, from: old))
    decision.show(facts)
    return facts.alert.isOpen
      ? decision : Decision(mutations: [.updateEscalation(next, from: old)])
  }

  /// The row of an alert that has ended.
  static func ended(_ old: Escalation, _ moment: Moment) -> Escalation {
    var row = old
    row.endedAt = moment.now.storable
    row.nextFireAt = nil
    row.offeredTo = nil
    row.gen = old.gen + 1
    return row
  }

  // MARK: Calling

  /// Contacts the next step that reaches a responder, or all responders when no step is left.
  /// - Parameter isResumed: whether a responder had the alert until now. The others had no reason to answer, so
  ///   they get time before the owner reads that no one is on it.
  static func call(
    _ facts: EscalationFacts, isResumed: Bool = false, _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    var row = facts.escalation
    guard row.stage != .broadcasting else {
      // Where the first call went to all responders, they have had time to answer by now.
      if row.exhaustedAt == nil, row.step > 0 { exhaust(&row, facts, &decision, moment) }
      return callEverybody(row, facts, &decision, moment)
    }
    row.stage = .calling
    var passedOver = 0
    while passedOver < max(1, row.steps.count) {
      if row.step >= row.steps.count {
        row.step = 0
        row.round += 1
      }
      guard row.round <= row.rounds, row.step < row.steps.count else { break }
      let step = row.steps[row.step]
      let people = step.responders.filter { !row.helper($0).isComing }
        .compactMap(facts.responder)
      row.calls += 1
      let reached = tell(people, facts, &row, isForAll: false, &decision, moment)
      if !people.isEmpty {
        decision.events.append(.escalated(row.alert, step: row.step, round: row.round))
      }
      row.step += 1
      if reached {
        row.nextFireAt = (moment.now + step.wait).storable
        return row
      }
      passedOver += 1
    }
    // Responders of a step that reached no one are contacted again with all the others: without
    // this they would have two entries of the same call.
    decision.notifications.removeAll { entry in
      entry.relatedAlert == row.alert && entry.person != row.person
        && !decision.deliveries.contains { $0.notification == entry.id }
    }
    row.stage = .broadcasting
    row.step = 0
    guard isResumed || facts.escalation.told.isEmpty else {
      exhaust(&row, facts, &decision, moment)
      return callEverybody(row, facts, &decision, moment)
    }
    // Responders who are contacted for the first time, or who had no reason to answer, get time for it before
    // the owner reads that no one is on it.
    let before = decision.deliveries.count
    row = callEverybody(row, facts, &decision, moment)
    if decision.deliveries.count == before { exhaust(&row, facts, &decision, moment) }
    return row
  }

  /// Notifies the owner that the whole plan has had no answer. Does nothing while a responder is
  /// coming.
  private static func exhaust(
    _ row: inout Escalation, _ facts: EscalationFacts, _ decision: inout Decision,
    _ moment: Moment
  ) {
    guard !facts.isHelpComing else { return }
    row.exhaustedAt = row.exhaustedAt ?? moment.now.storable
    // Without responders there is no one who could have answered.
    guard !facts.responders.isEmpty else { return }
    decision.events.append(.chainExhausted(row.alert))
    guard row.calls > 0 else { return }
    let canReach = facts.responders.contains {
      !Channel.steps($0, .alert, lapsing: nil, at: moment.now).isEmpty
    }
    decision.tellOwner(
      facts,
      EscalationNotices.exhausted(
        facts.alert, isReached: canReach && !facts.escalation.told.isEmpty),
      at: moment)
  }

  /// Contacts every responder who has not answered. When all of them are coming and none has the alert,
  /// they are reminded instead: an alert never ends in silence.
  static func callEverybody(
    _ old: Escalation, _ facts: EscalationFacts, _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    var row = old
    row.calls += 1
    let others = facts.othersToContact
    _ = tell(others, facts, &row, isForAll: true, &decision, moment)
    if others.isEmpty {
      for helper in facts.responders {
        decision.tell(
          helper, EscalationNotices.stillComing(facts, number: row.calls), about: facts.alert.id,
          at: moment)
      }
    }
    row.nextFireAt = (moment.now + pause(ofCall: row.step)).storable
    row.step += 1
    return row
  }

  /// Whether a message goes to at least one of them.
  static func tell(
    _ people: [Recipient], _ facts: EscalationFacts, _ row: inout Escalation, isForAll: Bool,
    _ decision: inout Decision, _ moment: Moment
  ) -> Bool {
    let before = decision.deliveries.count
    for responder in people {
      let notice = EscalationNotices.call(
        facts, number: row.calls, isForAll: isForAll, at: moment.now)
      decision.tell(responder, notice, about: facts.alert.id, at: moment)
      if !row.told.contains(responder.person.id) { row.told.append(responder.person.id) }
    }
    return decision.deliveries.count > before
  }

  /// Whether this responder wants messages about alerts of this kind: only missed check-ins can be
  /// muted.
  static func isWanted(_ kind: Alert.Kind, by responder: Recipient) -> Bool {
    kind != .missedCheckIn || responder.relation?.notifyOnExpiry ?? true
  }

  // MARK: A responder has it

  private static func ask(
    _ facts: EscalationFacts, _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    var row = facts.escalation
    guard let holder = row.holder.flatMap(facts.responder) else {
      return goOn(facts, &decision, moment)
    }
    let others = facts.othersToContact
    // With no one else to contact, the holder is asked again for as long as they answer.
    guard row.helper(holder.person.id).renewals < mostRenewals || others.isEmpty else {
      decision.tellOwner(
        facts, EscalationNotices.heldForLong(holder.person, facts.alert, gen: row.gen),
        at: moment)
      return overrule(holder.person.id, facts, &decision, moment)
    }
    row.calls += 1
    decision.tell(
      holder,
      EscalationNotices.stillYours(facts, number: row.calls, hasOthers: !others.isEmpty),
      about: facts.alert.id, at: moment)
    row.stage = .asked
    row.nextFireAt = (moment.now + answering).storable
    return row
  }

  /// Takes the alert from its holder and contacts the next responders immediately.
  static func goOn(
    _ facts: EscalationFacts, _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    let holder = facts.escalation.holder
    let facts = withoutHolder(facts)
    if let holder {
      decision.events.append(.alarmReleased(facts.alert.id, by: holder))
      decision.tellOwner(
        facts,
        EscalationNotices.released(holder, facts, number: facts.escalation.calls + 1), at: moment)
      // They may take themselves for the second: no one has it now.
      for helper in facts.responders
      where helper.person.id != holder && facts.escalation.helper(helper.person.id).isComing {
        decision.tell(
          helper,
          EscalationNotices.stoppedHelping(
            facts.responder(holder)?.person, facts, gen: facts.escalation.gen + 1),
          about: facts.alert.id, at: moment)
      }
    }
    return call(facts, isResumed: true, &decision, moment)
  }

  /// Contacts the other responders although one has the alert. The holder then counts as coming, cannot
  /// take the alert again, and gets no message about this. From the next call on, the owner is notified
  /// when none of the others has answered.
  static func overrule(
    _ holder: Person.ID, _ facts: EscalationFacts, _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    var next = withoutHolder(facts)
    next.escalation.note(holder) { $0.isComing = true }
    var row = call(next, isResumed: true, &decision, moment)
    row.note(holder) { $0.mayHold = false }
    return row
  }

  private static func withoutHolder(_ facts: EscalationFacts) -> EscalationFacts {
    var facts = facts
    facts.escalation.holder = nil
    facts.escalation.heldSince = nil
    facts.escalation.offeredTo = nil
    facts.escalation.stage = facts.escalation.exhaustedAt == nil ? .calling : .broadcasting
    if facts.escalation.stage == .broadcasting { facts.escalation.step = 0 }
    return facts
  }
}
