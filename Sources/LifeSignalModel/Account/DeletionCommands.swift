extension Endpoints {
  static let deletion: [any Endpoint.Type] = [RequestDeletionCode.self, DeleteAccount.self]
}

/// Sends a code to the member's own number or e-mail address, so that a found or borrowed device cannot delete an
/// account.
public struct RequestDeletionCode: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/user/deletion/codes",
    summary: "Sends a code to the own number or e-mail address, for deleting the account.",
    for: .session, .ordinary, operation: "sendDeletionCode")

  public struct Facts {
    var me: Person
    var openAlerts: [Alert]
    var recent: [OneTimeCode]
  }

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard let person = try reads.person(me.id) else { throw Refusal.personNotFound }
    let address = person.ownAddress(among: moment.channels.signIn)
    return Facts(
      me: person, openAlerts: try reads.openAlerts(of: me.id),
      recent: try reads.recentCodes(to: address.text, at: moment))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    let address = facts.me.ownAddress(among: moment.channels.signIn)
    return try .code(
      for: .deletion(me.id), to: address.text, address.region, by: address.courier, from: me.origin,
      [.noHold, .budget(.ownCodes)], at: moment
    ) { code throws(Refusal) in
      try DeletionRules.requestCode(
        code, openAlerts: facts.openAlerts, recent: facts.recent, moment: moment)
    }
  }
}

/// Deletes everything about the member, for good.
public struct DeleteAccount: Endpoint {
  public var code: String
  public var verificationID: OneTimeCode.ID

  public init(code: String, verificationID: OneTimeCode.ID) {
    self.code = code
    self.verificationID = verificationID
  }

  public static let route = Route(
    .post, "/user/deletion", summary: "Deletes the account for good.", for: .session, .logged,
    endsSession: true)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> DeletionFacts {
    let me = me.id
    let (stored, isRight) = try reads.compare(code, with: verificationID, at: moment)
    var facts = DeletionFacts(
      me: try reads.recipient(me).person, code: stored, isRight: isRight,
      openAlerts: try reads.openAlerts(of: me))
    for contact in try reads.contacts(of: me) {
      let peer = contact.peer.id
      guard contact.relation.status == .accepted else {
        facts.requests.append(peer)
        continue
      }
      let theirs = try reads.relation(of: peer, with: me)
      facts.contacts.append(
        Recipient(person: contact.peer, channels: try reads.channels(of: peer), relation: theirs))
      if theirs?.isResponder == true, try reads.responderCount(of: peer) == 1 {
        facts.losingLastResponder.insert(peer)
      }
    }
    facts.alarms = try reads.alarmFacts(
      of: facts.contacts.map(\.person.id), and: reads.escalations(heldBy: me))
    return facts
  }

  public func decide(
    _ facts: DeletionFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try DeletionRules.delete(facts, moment: moment))
  }
}
