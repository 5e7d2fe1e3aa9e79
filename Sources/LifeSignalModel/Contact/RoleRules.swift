/// Roles inside an accepted relation.
public enum RoleRules {
  /// Sets the caller's roles and mirrors them. Pings that the new roles no longer allow are
  /// cleared, and both sides are told.
  ///
  /// The caller may grant the other access to themselves, and may give up access to the other, but
  /// never take it: watching somebody needs that person's own act.
  public static func update(
    _ facts: RelationFacts, isResponder: Bool, isDependent: Bool, moment: Moment
  ) throws(Refusal) -> Decision {
    guard isResponder || isDependent else { throw .noRole }
    guard let other = facts.other, let mine = facts.relation, let theirs = facts.mirror else {
      throw .contactNotFound
    }
    guard mine.status == .accepted else { throw .notAccepted }
    guard mine.isDependent || !isDependent else { throw .consentRequired }
    guard mine.isResponder != isResponder || mine.isDependent != isDependent else {
      return Decision(.relation(mine.peer, .accepted))
    }

    var (relation, mirror) = RelationRules.both(mine, theirs, moment) { _ in }
    relation.isResponder = isResponder
    relation.isDependent = isDependent
    mirror.isResponder = isDependent
    mirror.isDependent = isResponder
    var decision = Decision(
      .relation(mine.peer, .accepted), events: [.rolesUpdated(by: mine.owner, of: mine.peer)],
      mutations: [.updateRelation(relation, mirror: mirror)])
    decision.recordResponders(from: (mine, theirs), to: (relation, mirror), at: moment)
    decision.tell(
      facts.me,
      ContactNotices.rolesChanged(of: other.person, from: mine, to: relation, at: moment.now),
      at: moment)
    decision.tell(
      other, ContactNotices.roleUpdate(by: facts.me.person, at: moment.now), at: moment)
    for alarm in facts.held {
      let isMine = alarm.me.person.id == mine.owner
      if isMine ? !isResponder : !isDependent { EscalationRules.drop(alarm, &decision, moment) }
    }
    for ping in facts.pings {
      let isMine = ping.sender == mine.owner
      guard isMine ? !isDependent : !isResponder else { continue }
      PingClosingRules.withdraw(
        PingParties(
          ping: ping, sender: isMine ? facts.me : other, recipient: isMine ? other : facts.me),
        &decision, moment)
    }
    decision.touch([mine.owner, mine.peer], [.contacts, .pings])
    return decision
  }
}
