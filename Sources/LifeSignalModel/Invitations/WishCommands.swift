import Foundation

/// Shows a member who invites, and what they wish. Changes nothing.
public struct ReadWish: Endpoint {
  /// The token of the link.
  public var invitation: String

  public init(invitation: String) { self.invitation = invitation }

  public static let route = Route(
    .post, "/invitations/wish",
    summary: "Shows a member who made an invitation, and the relation that it asks for.",
    for: .session, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .invitations))

  public struct Facts {
    var invitation: Invitation?
    var inviter: Person?
    var watch: Watch?
  }

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let stored = try reads.invitation(hash: moment.secrets.hash(token: invitation))
    return Facts(
      invitation: stored, inviter: try stored?.inviter.flatMap { try reads.person($0) },
      watch: try stored?.inviter.flatMap { try reads.watch(of: $0) })
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<InvitationOffer> {
    let invitation = try WishRules.require(facts.invitation, for: me.id, moment)
    return Decided(
      Decision(.unchanged),
      InvitationOffer(of: invitation, by: facts.inviter, watch: facts.watch))
  }
}

/// Grants the wish of an invitation: the relation begins with this, without another question.
public struct AcceptInvitation: Endpoint {
  /// The token of the link.
  public var invitation: String

  public init(invitation: String) { self.invitation = invitation }

  public static let route = Route(
    .post, "/invitations/accept",
    summary: "Grants the wish of an invitation: begins the relation that it asks for.",
    for: .session, Terms(isVital: false, lane: .prompt, isLogged: false, budget: .invitations))

  public struct Facts {
    var invitation: Invitation?
    var relation: RelationFacts
  }

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Facts {
    let stored = try reads.invitation(hash: moment.secrets.hash(token: invitation))
    let inviter = stored?.inviter == me.id ? nil : stored?.inviter
    return Facts(
      invitation: stored, relation: try reads.relationFacts(me.id, inviter, withAlarms: true))
  }

  public func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<ContactData> {
    let decision = try WishRules.accept(facts.invitation, facts.relation, moment: moment)
    guard let other = facts.relation.other else { throw .invitationUnknown }
    return Decided(decision, showing: other.person.id, to: me)
  }
}
