import Foundation
import Testing

@testable import LifeSignalModel

@Suite struct `Rules of invitations` {
  private func invitation(_ change: (inout Invitation) -> Void = { _ in }) -> Invitation {
    var invitation = Invitation(
      id: "7", inviter: "1", hash: Data([1]), createdAt: Cast.start,
      expiresAt: Cast.start + 86_400)
    change(&invitation)
    return invitation
  }

  private func moment(_ registration: Registration) -> Moment {
    let moment = Cast.moment(5)
    return Moment(now: moment.now, registration: registration, mint: moment.mint)
  }

  @Test(arguments: [3_599, 30 * 86_400 + 1, -1, .infinity, .nan] as [TimeInterval])
  func `an invitation lasts between an hour and 30 days`(life: TimeInterval) {
    #expect(throws: Refusal.invalidInvitationLife) {
      try InvitationRules.make(by: "1", life: life, open: [], moment: moment(.invited))
    }
  }

  @Test func `a member has ten open ones at most, the operator any number`() throws {
    let open = (0..<10).map { number in invitation { $0.id = Invitation.ID(Int64(number)) } }
    #expect(throws: Refusal.tooManyInvitations) {
      try InvitationRules.make(by: "1", life: 3_600, open: open, moment: moment(.invited))
    }
    #expect(throws: Never.self) {
      try InvitationRules.require(invitation(), moment(.invited))
    }
  }

  @Test func `on a closed server only the operator invites`() throws {
    #expect(throws: Refusal.registrationClosed) {
      try InvitationRules.make(by: "1", life: 3_600, open: [], moment: moment(.closed))
    }
    #expect(throws: Refusal.registrationClosed) {
      try InvitationRules.require(invitation(), moment(.closed))
    }
    let ofOperator = invitation { $0.inviter = nil }
    #expect(try InvitationRules.require(ofOperator, moment(.closed)) == ofOperator)
  }

  @Test func `each way in which an invitation ends has a refusal of its own`() {
    let cases: [(Invitation?, Refusal)] = [
      (nil, .invitationUnknown),
      (invitation { $0.withdrawnAt = Cast.start }, .invitationWithdrawn),
      (invitation { $0.usedAt = Cast.start }, .invitationUsed),
      (invitation { $0.expiresAt = Cast.start + 5 }, .invitationExpired),
    ]
    for (invitation, refusal) in cases {
      #expect(throws: refusal) {
        try InvitationRules.require(invitation, moment(.invited))
      }
      #expect(throws: refusal) {
        try InvitationRules.admit(isInvited: true, invitation, moment(.invited))
      }
    }
  }

  @Test func `who may open an account follows the setting`() throws {
    let open = invitation()
    #expect(try InvitationRules.admit(isInvited: false, nil, moment(.open)) == nil)
    #expect(try InvitationRules.admit(isInvited: true, open, moment(.open)) == open)
    // An open server asks for no invitation, so a spent one keeps no one out.
    let used = invitation { $0.usedAt = Cast.start }
    #expect(try InvitationRules.admit(isInvited: true, used, moment(.open)) == nil)
    #expect(try InvitationRules.admit(isInvited: true, open, moment(.invited)) == open)
    #expect(throws: Refusal.invitationNeeded) {
      try InvitationRules.admit(isInvited: false, nil, moment(.invited))
    }
    #expect(throws: Refusal.registrationClosed) {
      try InvitationRules.admit(isInvited: false, nil, moment(.closed))
    }
  }

  @Test func `a used invitation cannot be withdrawn, an expired one can`() throws {
    #expect(throws: Refusal.invitationUsed) {
      try InvitationRules.withdraw(
        invitation { $0.usedAt = Cast.start }, by: "1", moment: moment(.invited))
    }
    let expired = invitation { $0.expiresAt = Cast.start }
    let decision = try InvitationRules.withdraw(expired, by: "1", moment: moment(.invited))
    #expect(decision.mutations == [.withdrawInvitation("7", at: Cast.start + 5)])
  }
}
