extension Endpoints {
  static let proof: [any Endpoint.Type] = [RequestProofCode.self, ProveIdentity.self]
}

/// Sends a code to the member's own number or e-mail address; see ``ProofRules``.
public struct RequestProofCode: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/user/proof/codes",
    summary: "Sends a code to the own number or e-mail address, to prove who is asking.",
    for: .session, .ordinary, operation: "sendProofCode")

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (me: Person, recent: [OneTimeCode]) {
    guard let person = try reads.person(me.id) else { throw Refusal.personNotFound }
    let address = person.ownAddress(among: moment.channels.signIn)
    return (person, try reads.recentCodes(to: address.text, at: moment))
  }

  public func decide(
    _ facts: (me: Person, recent: [OneTimeCode]), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    let address = facts.me.ownAddress(among: moment.channels.signIn)
    return try .code(
      for: .proof(me.id), to: address.text, address.region, by: address.courier, from: me.origin,
      [.budget(.ownCodes)], at: moment
    ) { code throws(Refusal) in
      try ProofRules.requestCode(
        code, recent: facts.recent, moment: moment)
    }
  }
}

/// By a session, which counts as proven for a while with the right code.
public struct ProveIdentity: Endpoint {
  public var code: String
  public var verificationID: OneTimeCode.ID

  public init(code: String, verificationID: OneTimeCode.ID) {
    self.code = code
    self.verificationID = verificationID
  }

  public static let route = Route(
    .post, "/user/proof", summary: "Proves by that code who is asking. Good for 15 minutes.",
    for: .session, .logged, operation: "prove")

  public struct Facts {
    var code: OneTimeCode?
    var isRight: Bool
    var session: Session?
  }

  /// - Throws: ``Refusal/sessionRequired``.
  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    let session = try me.requireSession()
    let (stored, isRight) = try reads.compare(code, with: verificationID, at: moment)
    return Facts(
      code: stored, isRight: isRight, session: try reads.ownSession(session, of: me.id))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try ProofRules.prove(
        facts.code, isRight: facts.isRight, in: facts.session, moment: moment))
  }
}
