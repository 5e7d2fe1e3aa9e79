public import Foundation

extension Endpoints {
  static let invitations: [any Endpoint.Type] = [
    MakeInvitation.self, WithdrawInvitation.self, ReadInvitation.self, RequestInvitedCode.self,
    ReadWish.self, AcceptInvitation.self,
  ]
  static let invitationQueries: [any Query.Type] = [GetInvitations.self]
}

/// The member's open invitations, newest first.
public struct GetInvitations: Query {
  public init() {}

  public static let route = Route.get(
    "/invitations",
    summary: "Lists the open invitations the caller has made, newest first. Never their tokens.",
    for: .session)

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> InvitationList {
    InvitationList(
      invitations: try reads.openInvitations(by: me.id, at: moment.now).map(InvitationData.init),
      isOffered: moment.registration != .closed)
  }
}

/// Makes a link with which one person can open an account here, and grant the maker's wish.
public struct MakeInvitation: Endpoint {
  /// Seconds, 3,600–2,592,000; nil for ``InvitationRules/standardLife``.
  public var life: TimeInterval?
  /// The relation that the person who accepts agrees to; nil for an account alone.
  public var wish: Invitation.Wish?

  public init(life: TimeInterval? = nil, wish: Invitation.Wish? = nil) {
    self.life = life
    self.wish = wish
  }

  public static let route = Route(
    .post, "/invitations",
    summary: """
      Makes an invitation: one person can open an account with it. The only answer with its token, \
      the end of the link `/join/{token}`.
      """,
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> [Invitation] { try reads.openInvitations(by: me.id, at: moment.now) }

  public func decide(
    _ open: [Invitation], by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<NewInvitation> {
    try InvitationRules.make(
      by: me.id, life: life ?? InvitationRules.standardLife, wish: wish?.known, open: open,
      moment: moment)
  }
}

/// Withdraws an open invitation: its link opens nothing any more.
public struct WithdrawInvitation: Endpoint {
  public var id: Invitation.ID

  public init(id: Invitation.ID) { self.id = id }

  public static let route = Route(
    .delete, "/invitations/{id}", summary: "Withdraws an invitation that has not been used.",
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> Invitation? { try reads.invitation(id) }

  public func decide(
    _ invitation: Invitation?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try InvitationRules.withdraw(invitation, by: me.id, moment: moment))
  }
}
