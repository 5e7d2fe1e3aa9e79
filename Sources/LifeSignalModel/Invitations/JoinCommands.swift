import Foundation

/// Shows who invites, and whether the invitation still opens an account. Changes nothing.
public struct ReadInvitation: Endpoint {
  /// The token of the link. In the body, because addresses are logged on their way.
  public var invitation: String

  public init(invitation: String) { self.invitation = invitation }

  public static let route = Route(
    .post, "/invitations/read", summary: "Shows who made an invitation and when it expires.",
    for: .visitor, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .invitations))

  public struct Facts {
    var invitation: Invitation?
    var inviter: Person?
    var watch: Watch?
  }

  public func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let stored = try reads.invitation(hash: moment.secrets.hash(token: invitation))
    return Facts(
      invitation: stored, inviter: try stored?.inviter.flatMap { try reads.person($0) },
      watch: try stored?.inviter.flatMap { try reads.watch(of: $0) })
  }

  public func decide(
    _ facts: Facts, by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<InvitationOffer> {
    let invitation = try InvitationRules.require(facts.invitation, moment)
    return Decided(
      Decision(.unchanged),
      InvitationOffer(of: invitation, by: facts.inviter, watch: facts.watch))
  }
}

/// Sends a sign-in code to a number that may open an account with this invitation.
///
/// The answer is the same whether or not the number is a member's. A member signs in and leaves the
/// invitation unused.
public struct RequestInvitedCode: Endpoint {
  /// The token of the link.
  public var invitation: String
  /// As typed.
  public var phoneNumber: String
  public var region: Region

  public init(invitation: String, phoneNumber: String, region: Region) {
    self.invitation = invitation
    self.phoneNumber = phoneNumber
    self.region = region
  }

  public static let route = Route(
    .post, "/invitations/codes",
    summary:
      "Sends a sign-in code to a phone number, with which the invitation opens an account. The answer is the same for known and unknown numbers.",
    for: .visitor, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .codes),
    operation: "sendInvitedCode")

  public struct Facts {
    var invitation: Invitation?
    var recent: [OneTimeCode]
  }

  public func check() throws(Refusal) { _ = try number() }

  private func number() throws(Refusal) -> PhoneNumber {
    guard let number = PhoneNumber(phoneNumber, region: region) else { throw .invalidPhoneNumber }
    return number
  }

  public func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    Facts(
      invitation: try reads.invitation(hash: moment.secrets.hash(token: invitation)),
      recent: try reads.recentCodes(to: number().e164, at: moment))
  }

  public func decide(
    _ facts: Facts, by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<SendCodeAnswer> {
    let number = try number()
    try moment.channels.require(.phone)
    let invitation = try InvitationRules.require(facts.invitation, moment)
    return try .code(
      for: .signIn, to: number.e164, number.region, invitation: invitation.id,
      from: visitor.origin, [], at: moment
    ) { code throws(Refusal) in
      try AuthRules.requestCode(code, recent: facts.recent, moment: moment)
    }
  }
}
