/// Roles inside an accepted relation.
public enum RoleRules {
  /// Sets the caller's roles and mirrors them. Clears pings that the new roles no longer allow, and
  /// notifies both sides.
  ///
  /// The caller may give up access to the other person, but never take it: only that person can let the
  /// caller watch over them. Nor can the caller make the other person a responder: switching the role on
  /// sends a request, which the other person accepts or declines. Switching it off withdraws the request.
  public static func update(
    _ facts: RelationFacts, isResponder: Bool, isDependent: Bool, moment: Moment
  ) throws(Refusal) -> Decision {
    guard isResponder || isDependent else { throw .noRole }
    guard let other = facts.other, let mine = facts.relation, let theirs = facts.mirror else {
      throw .contactNotFound
    }
    guard mine.status == .accepted else { throw .notAccepted }
    guard mine.isDependent || !isDependent else { throw .consentRequired }
    let asks = isResponder && !mine.isResponder
    if asks {
      if mine.responderRequest != .requestedByMe {
        try RequestRules.check(facts.theirs, at: moment.now)
      }
      try RelationRules.checkRoom(facts, isResponder: true, isDependent: false)
    }
    let isResponder = isResponder && mine.isResponder
    guard isResponder || isDependent else { throw .noRole }
    // My own request ends when I no longer want it; the other side's is theirs.
    let others = mine.responderRequest == .requestedByMe ? nil : mine.responderRequest
    let request: RelationStatus? = asks ? .requestedByMe : others
    guard
      mine.isResponder != isResponder || mine.isDependent != isDependent
        || mine.responderRequest != request
    else { return Decision() }

    var (relation, mirror) = RelationRules.both(mine, theirs, moment) { _ in }
    relation.responderRequest = request
    mirror.responderRequest = request?.mirrored
    if mine.isResponder == isResponder, mine.isDependent == isDependent {
      return ask(facts, other, from: mine, to: relation, mirror, moment)
    }
    relation.isResponder = isResponder
    relation.isDependent = isDependent
    mirror.isResponder = isDependent
    mirror.isDependent = isResponder
    var decision = Decision(
      events: [.rolesUpdated(by: mine.owner, of: mine.peer)],
      mutations: [.updateRelation(relation, mirror: mirror)])
    // Having one more responder makes the promise stronger.
    decision.requireProof(if: mine.isResponder && !isResponder)
    decision.recordResponders(from: (mine, theirs), to: (relation, mirror), at: moment)
    decision.tell(
      facts.me,
      ContactNotices.rolesChanged(of: other.person, from: mine, to: relation, at: moment.now),
      at: moment)
    let notice = ContactNotices.roleUpdate(by: facts.me.person, at: moment.now)
    decision.tell(
      other, mine.isDependent && !isDependent ? facts.leaving(notice) : notice, at: moment)
    for alarm in facts.alarms {
      let isMine = alarm.me.person.id == mine.owner
      guard isMine ? !isResponder : !isDependent else { continue }
      EscalationRules.leave(alarm, isMine ? mine.peer : mine.owner, &decision, moment)
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

  /// Changes only whether a request to the other side is pending.
  private static func ask(
    _ facts: RelationFacts, _ other: Recipient, from old: Relation, to relation: Relation,
    _ mirror: Relation, _ moment: Moment
  ) -> Decision {
    var decision = Decision(
      mutations: [.updateRelation(relation, mirror: mirror)])
    if relation.responderRequest == .requestedByMe {
      decision.events.append(.relationRequested(by: old.owner, of: old.peer))
      var wanted = relation
      (wanted.isResponder, wanted.isDependent) = (true, false)
      decision.tell(other, facts.request(for: wanted, at: moment.now), at: moment)
    }
    decision.touch([old.owner, old.peer], .contacts)
    return decision
  }

  /// The one who was asked agrees: from now on they are contacted.
  static func agree(
    _ facts: RelationFacts, _ other: Recipient, _ mine: Relation, _ theirs: Relation,
    _ moment: Moment
  ) -> Decision {
    let me = facts.me
    var (relation, mirror) = RelationRules.both(mine, theirs, moment) { $0.responderRequest = nil }
    relation.isDependent = true
    mirror.isResponder = true
    var decision = Decision(
      events: [.relationAccepted(by: mine.owner, of: mine.peer)],
      mutations: [.updateRelation(relation, mirror: mirror)])
    decision.recordResponders(from: (mine, theirs), to: (relation, mirror), at: moment)
    decision.tell(
      me, ContactNotices.rolesChanged(of: other.person, from: mine, to: relation, at: moment.now),
      at: moment)
    decision.tell(
      other, ContactNotices.agreed(me.person, from: theirs, to: mirror, at: moment.now),
      at: moment)
    facts.beginCountdowns(
      other, from: (mine, theirs), to: (relation, mirror), &decision, moment)
    facts.contactNewResponders(
      other, from: (mine, theirs), to: (relation, mirror), &decision, moment)
    decision.touch([mine.owner, mine.peer], [.contacts, .pings])
    return decision
  }

  /// Declines a request; as with any declined request, no one is notified.
  static func refuse(_ mine: Relation, _ theirs: Relation, _ moment: Moment) -> Decision {
    let (relation, mirror) = RelationRules.both(mine, theirs, moment) { $0.responderRequest = nil }
    var decision = Decision(
      mutations: [.updateRelation(relation, mirror: mirror)])
    decision.touch([mine.owner, mine.peer], .contacts)
    return decision
  }
}
