/// The relation that an invitation asks for. The person who has its link agrees to exactly that, by one tap;
/// its maker has agreed by making and sending it.
enum WishRules {
  /// - Returns: the invitation, which this member may use: it is open, or opened their own account.
  /// - Throws: ``Refusal/ownInvitation``, or why it is of no use.
  static func require(
    _ invitation: Invitation?, for me: Person.ID, _ moment: Moment
  ) throws(Refusal) -> Invitation {
    guard let invitation else { throw .invitationUnknown }
    guard invitation.inviter != me else { throw .ownInvitation }
    if invitation.usedAt != nil, invitation.usedBy == me { return invitation }
    return try InvitationRules.require(invitation, moment)
  }

  /// - Parameter facts: about the member who accepts, and the invitation's maker.
  /// - Throws: ``Refusal/tooManyResponders``, ``Refusal/requestNotPossible`` where the maker has blocked this
  ///   member's requests, or why the invitation is of no use.
  static func accept(
    _ invitation: Invitation?, _ facts: RelationFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    let me = facts.me.person
    let invitation = try require(invitation, for: me.id, moment)
    // The message to the maker names who has accepted.
    guard me.profileComplete else { throw .invalidName }
    guard let wish = invitation.wish?.known, let other = facts.other else {
      throw .invitationUnknown
    }
    if let mine = facts.relation, mine.status == .accepted, mine.grants(wish) {
      return Decision()
    }
    // A relation that has ended does not begin again by the same link.
    guard invitation.acceptedAt == nil else { throw .invitationUsed }
    guard facts.theirs?.blockedAt == nil else { throw .requestNotPossible }
    try RelationRules.checkRoom(
      facts, isResponder: wish == .watchOverYou, isDependent: wish == .watchOverMe)

    let (relation, mirror) = agreed(facts, other.person.id, wish, moment)
    let isOld = facts.relation != nil && facts.mirror != nil
    var decision = Decision(
      events: [
        .relationAccepted(by: me.id, of: other.person.id),
        .invitationsChanged(invitation.inviter),
      ],
      mutations: [
        .acceptInvitation(invitation.id, by: me.id, at: moment.now.storable),
        isOld
          ? .updateRelation(relation, mirror: mirror) : .insertRelation(relation, mirror: mirror),
      ])
    if facts.mine != nil {
      decision.mutations.append(.forgetRequestHistory(owner: me.id, asker: other.person.id))
    }
    let wasAgreed = facts.relation?.status == .accepted
    let before = wasAgreed ? (facts.relation, facts.mirror) : (nil, nil)
    decision.recordResponders(from: before, to: (relation, mirror), at: moment)
    decision.tell(
      facts.me, ContactNotices.granted(wish, of: other.person, at: moment.now), at: moment)
    decision.tell(other, ContactNotices.granted(wish, by: me, at: moment.now), at: moment)
    facts.beginCountdowns(other, from: before, to: (relation, mirror), &decision, moment)
    facts.contactNewResponders(other, from: before, to: (relation, mirror), &decision, moment)
    decision.touch([me.id, other.person.id], [.contacts, .pings])
    return decision
  }

  /// Both sides with the wished role. A pending request for the other role stays a request: neither the link
  /// nor the tap answers it.
  private static func agreed(
    _ facts: RelationFacts, _ other: Person.ID, _ wish: Invitation.Wish, _ moment: Moment
  ) -> (Relation, Relation) {
    let me = facts.me.person.id
    var relation =
      facts.relation
      ?? Relation(
        owner: me, peer: other, isResponder: false, isDependent: false, status: .accepted,
        addedAt: moment.now, updatedAt: moment.now)
    var mirror =
      facts.mirror
      ?? Relation(
        owner: other, peer: me, isResponder: false, isDependent: false, status: .accepted,
        addedAt: moment.now, updatedAt: moment.now)
    if relation.status != .accepted {
      let isMine = relation.status == .requestedByMe
      let asksForResponder = isMine ? relation.isResponder : mirror.isResponder
      relation.responderRequest = asksForResponder ? relation.status : nil
      (relation.isResponder, relation.isDependent) = (false, false)
      (mirror.isResponder, mirror.isDependent) = (false, false)
    }
    switch wish {
    case .watchOverMe:
      (relation.isDependent, mirror.isResponder) = (true, true)
      if relation.responderRequest == .requestedByThem { relation.responderRequest = nil }
    case .watchOverYou:
      (relation.isResponder, mirror.isDependent) = (true, true)
      if relation.responderRequest == .requestedByMe { relation.responderRequest = nil }
    case .unknown: break
    }
    mirror.responderRequest = relation.responderRequest?.mirrored
    return RelationRules.both(relation, mirror, moment) { $0.status = .accepted }
  }
}

extension Relation {
  /// Whether this side, of the person who accepts, has the wished role already.
  fileprivate func grants(_ wish: Invitation.Wish) -> Bool {
    switch wish {
    case .watchOverMe: isDependent
    case .watchOverYou: isResponder
    case .unknown: false
    }
  }
}
