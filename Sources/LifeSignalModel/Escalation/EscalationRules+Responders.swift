/// Responders who come and go while an alert is on.
extension EscalationRules {
  /// This person is no longer a responder of the alert's owner. If they held the alert, the others
  /// are contacted immediately; if they were asked to take over, that offer ends.
  static func leave(
    _ facts: EscalationFacts, _ person: Person.ID, _ decision: inout Decision, _ moment: Moment
  ) {
    let old = facts.escalation
    guard old.isOpen, facts.alert.isOpen else { return }
    var facts = facts
    facts.responders.removeAll { $0.person.id == person }
    var row = old
    if old.holder == person {
      row = goOn(facts, &decision, moment)
    } else if old.offeredTo == person {
      row.offeredTo = nil
    } else {
      return
    }
    row.gen = old.gen + 1
    decision.mutations.append(.updateEscalation(row, from: old))
    decision.show(facts)
  }
}
