public import Foundation

/// Invitations to open an account: making them, using them once, and withdrawing them.
public enum InvitationRules {
  /// Seconds an invitation may last: an hour to 30 days.
  public static let lives: ClosedRange<TimeInterval> = 3_600...30 * 86_400
  /// Unless another length is chosen.
  public static let standardLife: TimeInterval = 7 * 86_400
  /// That of the link which a server without people prints.
  public static let ownersLife: TimeInterval = 86_400
  /// Open invitations of one member.
  public static let most = 10
  /// Bytes of randomness in a token.
  static let tokenSize = 32

  /// - Parameters:
  ///   - inviter: nil for the operator.
  ///   - open: the member's open invitations.
  /// - Throws: ``Refusal/registrationClosed``, ``Refusal/invalidInvitationLife``,
  ///   ``Refusal/tooManyInvitations``.
  public static func make(
    by inviter: Person.ID?, life: TimeInterval, kind: Invitation.Kind = .ordinary,
    wish: Invitation.Wish? = nil, open: [Invitation], moment: Moment
  ) throws(Refusal) -> Decided<NewInvitation> {
    if inviter != nil, moment.registration == .closed { throw .registrationClosed }
    guard lives.contains(life) else { throw .invalidInvitationLife }
    guard inviter == nil || open.count < most else { throw .tooManyInvitations }
    let token = moment.secrets.entropy.text(bytes: tokenSize)
    let invitation = Invitation(
      id: Invitation.ID(moment.mint()), inviter: inviter, hash: moment.secrets.hash(token: token),
      kind: kind, createdAt: moment.now.storable, expiresAt: (moment.now + life).storable,
      wish: wish)
    let decision = Decision(
      events: [.invitationsChanged(inviter)], mutations: [.insertInvitation(invitation)])
    return Decided(
      decision, NewInvitation(token: token, details: InvitationData(invitation)))
  }

  /// - Parameter me: nil for the operator, who may withdraw everyone's.
  /// - Throws: ``Refusal/invitationUnknown``, ``Refusal/invitationUsed``.
  public static func withdraw(
    _ invitation: Invitation?, by me: Person.ID?, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let invitation, me == nil || invitation.inviter == me else { throw .invitationUnknown }
    guard invitation.usedAt == nil else { throw .invitationUsed }
    guard invitation.withdrawnAt == nil else { return Decision() }
    return Decision(
      events: [.invitationsChanged(invitation.inviter)],
      mutations: [.withdrawInvitation(invitation.id, at: moment.now.storable)])
  }

  /// - Returns: the invitation, which opens an account now.
  /// - Throws: why it does not.
  static func require(
    _ invitation: Invitation?, _ moment: Moment
  ) throws(Refusal) -> Invitation {
    guard let invitation else { throw .invitationUnknown }
    guard invitation.withdrawnAt == nil else { throw .invitationWithdrawn }
    guard invitation.usedAt == nil else { throw .invitationUsed }
    guard invitation.expiresAt > moment.now else { throw .invitationExpired }
    if moment.registration == .closed, invitation.inviter != nil { throw .registrationClosed }
    return invitation
  }

  /// Decides whether a stranger who has proven their address may open an account. Knows nothing of
  /// how they have proven it.
  /// - Parameters:
  ///   - isInvited: whether they came with an invitation.
  ///   - invitation: as stored now.
  /// - Returns: the invitation that the account uses up; nil where it needs none.
  /// - Throws: ``Refusal/invitationNeeded``, ``Refusal/registrationClosed``, or why the invitation opens
  ///   nothing.
  static func admit(
    isInvited: Bool, _ invitation: Invitation?, _ moment: Moment
  ) throws(Refusal) -> Invitation? {
    if moment.registration == .open {
      do throws(Refusal) { return try require(invitation, moment) } catch { return nil }
    }
    guard isInvited else {
      throw moment.registration == .closed ? .registrationClosed : .invitationNeeded
    }
    return try require(invitation, moment)
  }

  /// The link for the first account of a server without people, in place of all earlier ones.
  /// - Parameter open: every open invitation.
  /// - Returns: nil where someone is registered.
  static func offerFirstAccount(
    hasPeople: Bool, open: [Invitation], moment: Moment
  ) throws(Refusal) -> Decided<NewInvitation?> {
    let former = open.filter { $0.kind == .owner }.map {
      Mutation.withdrawInvitation($0.id, at: moment.now.storable)
    }
    guard !hasPeople else {
      return Decided(Decision(former.isEmpty ? .unchanged : .done, mutations: former), nil)
    }
    let made = try make(by: nil, life: ownersLife, kind: .owner, open: [], moment: moment)
    var decision = made.decision
    decision.mutations.insert(contentsOf: former, at: 0)
    return Decided(decision, made.answer)
  }
}
