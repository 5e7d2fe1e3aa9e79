import Foundation

/// The stored facts about two people who have, or want, a relation.
public struct RelationFacts: Equatable, Sendable {
  /// The person who asks.
  public var me: Recipient
  /// Nil if no person has this id or code.
  public var other: Recipient?
  /// Whether the code used for the request is one that its owner has reset.
  public var isCodeRetired: Bool
  /// My side of the relation.
  public var relation: Relation?
  /// Their side of the relation.
  public var mirror: Relation?
  /// Pending pings between the two, in either direction.
  public var pings: [Ping]
  /// Alerts of the two that are on; only needed to begin or end a role.
  public var alarms: [EscalationFacts]
  /// The newest messages to the other person; needed to send them a request.
  public var messages: [Delivery] = []
  /// How many accepted responders each has.
  public var myResponders = 0
  public var theirResponders = 0
  /// The countdown of each, only needed to begin a role; nil where its row is missing or damaged.
  public var myWatch: Watch?
  public var theirWatch: Watch?
  /// The history of their requests to me.
  public var mine: RequestHistory?
  /// The history of my requests to them.
  public var theirs: RequestHistory?

  public init(
    me: Recipient, other: Recipient?, isCodeRetired: Bool = false, relation: Relation? = nil,
    mirror: Relation? = nil, pings: [Ping] = [], alarms: [EscalationFacts] = []
  ) {
    self.isCodeRetired = isCodeRetired
    self.me = me
    self.other = other
    self.relation = relation
    self.mirror = mirror
    self.pings = pings
    self.alarms = alarms
  }
}

extension RelationFacts {
  /// The notice of the request that the other person reads.
  /// - Parameter relation: my side of the relation, as I want it.
  func request(for relation: Relation, at now: Date) -> Notice {
    ContactNotices.requested(
      by: me.person, asks: relation,
      isSent: RequestMessages.hasRoom(for: me.person.id, among: messages, at: now), at: now)
  }
}

extension RelationFacts {
  /// The notice to the other person where I am no longer their responder.
  func leaving(_ notice: Notice) -> Notice {
    notice.losingResponder(
      "\(me.person.name) will no longer respond to your alerts.", isLast: theirResponders <= 1)
  }
}

/// Consent: asking, accepting, declining, ending.
public enum RelationRules {
  /// The maximum of accepted responders per person: an alert is stored for all of them in one
  /// transaction.
  public static let mostResponders = 200

  /// Sends a request to the person whose code the caller knows. Until they accept, neither side
  /// sees or receives anything of the other except the request itself.
  public static func request(
    _ facts: RelationFacts, isResponder: Bool, isDependent: Bool, moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    guard isResponder || isDependent else { throw .noRole }
    guard let other = facts.other else {
      throw RetiredQRCode.refusal(wasRetired: facts.isCodeRetired)
    }
    let me = facts.me.person.id
    try checkIsNew(other.person.id, to: me, facts.relation)
    try RequestRules.check(facts.theirs, at: moment.now)
    guard facts.mirror == nil else { throw .alreadyRelated }
    try checkRoom(facts, isResponder: isResponder, isDependent: isDependent)
    let mine = Relation(
      owner: me, peer: other.person.id, isResponder: isResponder, isDependent: isDependent,
      status: .requestedByMe, addedAt: moment.now, updatedAt: moment.now)
    let theirs = Relation(
      owner: other.person.id, peer: me, isResponder: isDependent, isDependent: isResponder,
      status: .requestedByThem, addedAt: moment.now, updatedAt: moment.now)
    var decision = Decision(
      events: [.relationRequested(by: me, of: other.person.id)],
      mutations: [.insertRelation(mine, mirror: theirs)])
    decision.tell(other, facts.request(for: mine, at: moment.now), at: moment)
    // Anyone I send a request to may send me one.
    if facts.mine != nil {
      decision.mutations.append(.forgetRequestHistory(owner: me, asker: other.person.id))
    }
    decision.touch([me, other.person.id], .contacts)
    return Decided(decision, ContactData(ContactFacts(relation: mine, peer: other.person)))
  }

  /// Whether `me` may send a request to the holder of a code. Checked as soon as the code is known,
  /// and again when the request is sent.
  public static func checkIsNew(
    _ other: Person.ID, to me: Person.ID, _ relation: Relation?
  ) throws(Refusal) {
    guard other != me else { throw .cannotAddYourself }
    switch relation?.status {
    case .accepted: throw .alreadyRelated
    case .requestedByMe: throw .alreadyAsked
    case .requestedByThem: throw .askedByThem
    case nil: return
    }
  }

  /// - Parameters:
  ///   - isResponder: whether the other becomes a responder of mine.
  ///   - isDependent: whether I become one of theirs.
  /// - Throws: ``Refusal/tooManyResponders``.
  static func checkRoom(
    _ facts: RelationFacts, isResponder: Bool, isDependent: Bool
  ) throws(Refusal) {
    guard !isResponder || facts.myResponders < mostResponders,
      !isDependent || facts.theirResponders < mostResponders
    else { throw .tooManyResponders }
  }

  /// Only the side that was asked accepts; accepting again is a success.
  public static func accept(
    _ facts: RelationFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let other = facts.other, let mine = facts.relation, let theirs = facts.mirror else {
      throw .contactNotFound
    }
    switch mine.status {
    case .accepted where mine.responderRequest == .requestedByThem:
      // Their list may have filled up since they asked.
      try checkRoom(facts, isResponder: false, isDependent: true)
      return RoleRules.agree(facts, other, mine, theirs, moment)
    case .accepted: return Decision()
    case .requestedByMe: throw .notYoursToAccept
    case .requestedByThem: break
    }
    try checkRoom(facts, isResponder: mine.isResponder, isDependent: mine.isDependent)
    let me = facts.me.person
    let (relation, mirror) = both(mine, theirs, moment) { $0.status = .accepted }
    var decision = Decision(
      events: [.relationAccepted(by: me.id, of: other.person.id)],
      mutations: [.updateRelation(relation, mirror: mirror)])
    if facts.mine != nil {
      decision.mutations.append(.forgetRequestHistory(owner: me.id, asker: other.person.id))
    }
    decision.recordResponders(from: (nil, nil), to: (relation, mirror), at: moment)
    decision.tell(facts.me, ContactNotices.addedYou(other.person, at: moment.now), at: moment)
    decision.tell(other, ContactNotices.accepted(by: me, at: moment.now), at: moment)
    facts.beginCountdowns(
      other, from: (nil, nil), to: (relation, mirror), &decision, moment)
    facts.contactNewResponders(
      other, from: (nil, nil), to: (relation, mirror), &decision, moment)
    decision.touch([me.id, other.person.id], [.contacts, .pings])
    return decision
  }

  /// Refuses a request without telling the other side more than that it is gone.
  public static func decline(
    _ facts: RelationFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let mine = facts.relation else { return Decision() }
    if mine.responderRequest == .requestedByThem, let theirs = facts.mirror {
      var decision = RoleRules.refuse(mine, theirs, moment)
      RequestRules.note(facts.mine, mine.owner, mine.peer, &decision, moment)
      return decision
    }
    guard mine.status == .requestedByThem else { throw .notYoursToAccept }
    var decision = remove(mine, moment)
    RequestRules.note(facts.mine, mine.owner, mine.peer, &decision, moment)
    return decision
  }

  /// Either side ends it in one step; ending an ended relation is a success. The other side finds
  /// an entry in the notification centre, and gets a message on their channels only where they lose a
  /// responder.
  public static func end(_ facts: RelationFacts, moment: Moment) -> Decision {
    guard let mine = facts.relation, let other = facts.other else { return Decision() }
    var decision = remove(mine, moment)
    switch mine.status {
    case .accepted: decision.requireProof(if: mine.isResponder)
    case .requestedByThem:
      RequestRules.note(facts.mine, mine.owner, mine.peer, &decision, moment)
      return decision
    // Asking and withdrawing in turn also counts as asking again.
    case .requestedByMe:
      RequestRules.note(facts.theirs, mine.peer, mine.owner, &decision, moment)
      return decision
    }
    for ping in facts.pings {
      let isMine = ping.sender == mine.owner
      let parties = PingParties(
        ping: ping, sender: isMine ? facts.me : other, recipient: isMine ? other : facts.me)
      let closed = PingClosingRules.close(parties, as: .cleared, &decision, moment)
      PingClosingRules.log(.pingWithdrawn, closed, &decision, moment)
      decision.events.append(.pingCleared(ping.id))
    }
    decision.recordResponders(from: (mine, facts.mirror), to: (nil, nil), at: moment)
    for alarm in facts.alarms {
      let leaver = alarm.me.person.id == mine.owner ? mine.peer : mine.owner
      EscalationRules.leave(alarm, leaver, &decision, moment)
    }
    decision.tell(facts.me, ContactNotices.removed(other.person, at: moment.now), at: moment)
    let notice = ContactNotices.removedYou(facts.me.person, at: moment.now)
    decision.tell(other, mine.isDependent ? facts.leaving(notice) : notice, at: moment)
    return decision
  }

  private static func remove(_ mine: Relation, _ moment: Moment) -> Decision {
    var decision = Decision(
      events: [.relationEnded(by: mine.owner, of: mine.peer)],
      mutations: [.deleteRelation(mine.owner, mine.peer)])
    decision.touch([mine.owner, mine.peer], [.contacts, .pings])
    return decision
  }

  static func both(
    _ mine: Relation, _ theirs: Relation, _ moment: Moment,
    _ change: (inout Relation) -> Void
  ) -> (Relation, Relation) {
    var relation = mine
    var mirror = theirs
    change(&relation)
    change(&mirror)
    relation.updatedAt = moment.now
    mirror.updatedAt = moment.now
    return (relation, mirror)
  }
}
