/// Sends a sign-in code to an e-mail address, as ``RequestCode`` and ``RequestInvitedCode`` do to a number: with
/// the same answer whether or not the address is a member's, and the same limits.
public struct RequestEmailCode: Endpoint {
  /// As typed.
  public var email: String
  /// The token of an invitation, with which the address may open an account. Nil without one: then a stranger
  /// gets mail only where everyone may open an account.
  public var invitation: String?

  public init(email: String, invitation: String? = nil) {
    self.email = email
    self.invitation = invitation
  }

  public static let route = Route(
    .post, "/auth/email-codes",
    summary: """
      Sends a sign-in code to an e-mail address; with an invitation, it may open an account. The answer is the \
      same for known and unknown addresses.
      """,
    for: .visitor, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .codes),
    operation: "sendEmailCode")

  public func check() throws(Refusal) { _ = try SignInAddress(email: email) }

  public struct Facts {
    /// The codes requested for the address within a day.
    var recent: [OneTimeCode]
    var isMember: Bool
    var invitation: Invitation?
  }

  public func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let address = try SignInAddress(email: email)
    return Facts(
      recent: try reads.recentCodes(to: address.text, at: moment),
      isMember: try reads.isMember(at: address),
      invitation: try invitation.flatMap {
        try reads.invitation(hash: moment.secrets.hash(token: $0))
      })
  }

  public func decide(
    _ facts: Facts, by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    let address = try SignInAddress(email: email)
    try moment.channels.require(.email)
    let used = invitation == nil ? nil : try InvitationRules.require(facts.invitation, moment)
    var decided = try Decided.code(
      for: .signIn, to: address.text, address.region, by: address.courier, invitation: used?.id,
      from: visitor.origin, [], at: moment
    ) { code throws(Refusal) in
      try AuthRules.requestCode(code, recent: facts.recent, moment: moment)
    }
    // A stranger without an invitation gets no mail, as in `RequestCode`.
    if used == nil, !facts.isMember, moment.registration != .open { decided.decision.code = nil }
    return decided
  }
}
