/// Responders who come and go while an alert is on.
extension EscalationRules {
  /// A responder who was coming, beside the one who has the alert or while none has it, is not. Counts as a turn.
  static func stopComing(
    _ facts: EscalationFacts, _ helper: Recipient, _ moment: Moment
  ) -> Decision {
    let (old, id) = (facts.escalation, helper.person.id)
    var facts = facts
    facts.escalation.note(id) {
      $0.isComing = false
      $0.turns += 1
      $0.mayHold = $0.mayHold && !$0.isRestless
    }
    var decision = Decision()
    var row = goOn(without: id, facts, old, &decision, moment)
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.show(facts)
    return decision
  }

  /// If the person relied on this responder's coming, and no one else has the alert or is coming, the others are
  /// contacted immediately.
  /// - Parameter facts: without the responder's answer.
  private static func goOn(
    without leaver: Person.ID, _ facts: EscalationFacts, _ old: Escalation,
    _ decision: inout Decision, _ moment: Moment
  ) -> Escalation {
    let row = facts.escalation
    guard old.helper(leaver).isReliedOn else { return row }
    guard row.holder != nil || facts.isHelpComing else {
      decision.tellOwner(
        facts, EscalationNotices.released(leaver, facts, number: row.calls + 1), at: moment)
      return goOn(facts, &decision, moment)
    }
    // That they were coming was not announced either.
    guard !old.helper(leaver).isRestless else { return row }
    let helper = facts.responder(leaver)?.person
    decision.tellOwner(
      facts, EscalationNotices.stoppedComing(helper, facts.alert, gen: old.gen + 1), at: moment)
    if let holder = row.holder.flatMap(facts.responder) {
      decision.tell(
        holder, EscalationNotices.stoppedHelping(helper, facts, gen: old.gen + 1),
        about: facts.alert.id, at: moment)
    }
    return row
  }

  /// This person is no longer a responder of the alert's owner, and no longer coming. If they held the alert, or
  /// were the last one who was coming, the others are contacted immediately; if they were asked to take over, that
  /// offer ends. The owner is notified where they relied on this responder, or have no other.
  static func leave(
    _ facts: EscalationFacts, _ person: Person.ID, _ decision: inout Decision, _ moment: Moment
  ) {
    let old = facts.escalation
    guard old.isOpen, facts.alert.isOpen else { return }
    var facts = facts
    facts.responders.removeAll { $0.person.id == person }
    if old.helper(person).isComing { facts.escalation.note(person) { $0.isComing = false } }
    if old.offeredTo == person { facts.escalation.offeredTo = nil }
    var row = facts.escalation
    if old.holder == person {
      row = goOn(facts, &decision, moment)
    } else if facts.responders.isEmpty, old.holder == nil, row.calls > 0 {
      decision.tellOwner(
        facts, EscalationNotices.released(person, facts, number: row.calls + 1), at: moment)
    } else {
      row = goOn(without: person, facts, old, &decision, moment)
    }
    guard row != old else { return }
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.show(facts)
  }

  /// This person is now a responder of the alert's owner. They are contacted immediately, unless
  /// the alert is in a responder's hands or its steps have reached another responder, who has time
  /// to answer. The calls to the others keep their times.
  ///
  /// A duress alert keeps its original audience.
  static func join(
    _ facts: EscalationFacts, _ newcomer: Recipient, _ decision: inout Decision, _ moment: Moment
  ) {
    let old = facts.escalation
    guard old.isOpen, facts.alert.isOpen, old.isCalling, facts.alert.kind != .duress else { return }
    var facts = facts
    facts.responders.removeAll { $0.person.id == newcomer.person.id }
    let isFirst = !facts.hasReachedResponder
    let isForAll = old.stage == .broadcasting
    guard isForAll || isFirst || facts.alert.kind == .manual,
      isForAll || isWanted(facts.alert.kind, by: newcomer)
    else { return }
    var newcomer = newcomer
    // Leaving and coming back counts as giving the alert back: in a loop it would use up the budget for texts
    // and calls.
    if old.told.contains(newcomer.person.id) {
      if old.helper(newcomer.person.id).isRestless {
        newcomer.channels.removeAll { !$0.kind.isPush }
      }
      // A row that an earlier release stored may still have their answer.
      facts.escalation.note(newcomer.person.id) {
        $0.isComing = false
        $0.turns += 1
      }
    }
    facts.responders.append(newcomer)
    var row = facts.escalation
    let canReach = !Channel.steps(newcomer, .alert, lapsing: nil, at: moment.now).isEmpty
    if isForAll, isFirst, canReach {
      // They have time to answer before it is said that no one did. No one else has been reached,
      // so the pauses begin again.
      (row.step, row.exhaustedAt) = (0, nil)
      row = callEverybody(row, facts, &decision, moment)
    } else {
      row.calls += 1
      _ = tell([newcomer], facts, &row, isForAll: isForAll, &decision, moment)
    }
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.show(facts)
    decision.touch(newcomer.person.id, [.contacts, .alert])
  }
}

extension RelationFacts {
  /// Contacts each of the two who has become a responder of the other while an alert is on.
  /// - Parameters:
  ///   - old: my side and theirs before; nil where they did not count.
  ///   - new: the same after the change.
  func contactNewResponders(
    _ other: Recipient, from old: (Relation?, Relation?), to new: (Relation, Relation),
    _ decision: inout Decision, _ moment: Moment
  ) {
    let sides = [(me, old.0, new.0), (other, old.1, new.1)]
    for (person, before, after) in sides where after.isDependent && before?.isDependent != true {
      var newcomer = person
      newcomer.relation = after
      for alarm in alarms where alarm.me.person.id == after.peer {
        EscalationRules.join(alarm, newcomer, &decision, moment)
      }
    }
  }
}
