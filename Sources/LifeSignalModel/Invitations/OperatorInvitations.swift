public import Foundation

/// Makes an invitation in the operator's name.
public struct InviteAsOperator: Command {
  /// Seconds, 3,600–2,592,000.
  public var life: TimeInterval

  public init(life: TimeInterval = InvitationRules.standardLife) { self.life = life }

  public static let terms = Terms.logged

  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws {}

  public func decide(
    _ facts: (), by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<NewInvitation> {
    try InvitationRules.make(by: nil, life: life, open: [], moment: moment)
  }
}

/// Withdraws an open invitation, the operator's or a member's.
public struct WithdrawAsOperator: Command {
  public var id: Invitation.ID

  public init(id: Invitation.ID) { self.id = id }

  public static let terms = Terms.logged

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> Invitation? { try reads.invitation(id) }

  public func decide(
    _ invitation: Invitation?, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try InvitationRules.withdraw(invitation, by: nil, moment: moment))
  }
}

/// Makes the link for the first account, where no one is registered; answers nil otherwise. Earlier
/// links of this kind open nothing any more.
public struct OfferFirstAccount: Command {
  public init() {}

  public static let terms = Terms.logged

  public struct Facts {
    var hasPeople: Bool
    var open: [Invitation]
  }

  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> Facts {
    Facts(
      hasPeople: try !reads.people(after: nil, limit: 1).isEmpty,
      open: try reads.openInvitations(at: moment.now))
  }

  public func decide(
    _ facts: Facts, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<NewInvitation?> {
    try InvitationRules.offerFirstAccount(
      hasPeople: facts.hasPeople, open: facts.open, moment: moment)
  }
}
