import Foundation
import Testing

@testable import LifeSignalModel

@Suite struct `Rules of wishes` {
  private func invitation(_ change: (inout Invitation) -> Void = { _ in }) -> Invitation {
    var invitation = Invitation(
      id: "7", inviter: Cast.mara.person.id, hash: Data([1]), createdAt: Cast.start,
      expiresAt: Cast.start + 86_400, wish: .watchOverMe)
    change(&invitation)
    return invitation
  }

  /// Theo accepts what Mara wishes.
  private func facts(
    _ relation: (mine: Relation, theirs: Relation)? = nil,
    _ change: (inout RelationFacts) -> Void = { _ in }
  ) -> RelationFacts {
    var facts = RelationFacts(
      me: Cast.theo, other: Cast.mara, relation: relation?.mine, mirror: relation?.theirs)
    change(&facts)
    return facts
  }

  private func relation(of decision: Decision) -> (Relation, Relation)? {
    for mutation in decision.mutations {
      switch mutation {
      case .insertRelation(let mine, let theirs): return (mine, theirs)
      case .updateRelation(let mine, let theirs): return (mine, theirs)
      default: break
      }
    }
    return nil
  }

  @Test(arguments: [Invitation.Wish.watchOverMe, .watchOverYou])
  func `the relation has exactly the wished role, on the right side`(wish: Invitation.Wish) throws {
    let decision = try WishRules.accept(
      invitation { $0.wish = wish }, facts(), moment: Cast.moment(5))
    let (mine, theirs) = try #require(relation(of: decision))
    let isAsked = wish == .watchOverMe
    #expect(mine.owner == Cast.theo.person.id && theirs.owner == Cast.mara.person.id)
    #expect(mine.isDependent == isAsked && theirs.isResponder == isAsked)
    #expect(mine.isResponder == !isAsked && theirs.isDependent == !isAsked)
    #expect(mine.status == .accepted && theirs.status == .accepted)
    #expect(
      decision.mutations.contains(
        .acceptInvitation("7", by: Cast.theo.person.id, at: Cast.start + 5)))
  }

  @Test func `an accepted relation gains the role and keeps the other`() throws {
    let old = Cast.relation(Cast.theo, Cast.mara)
    let decision = try WishRules.accept(invitation(), facts(old), moment: Cast.moment(5))
    let (mine, theirs) = try #require(relation(of: decision))
    #expect(mine.isResponder && mine.isDependent && theirs.isResponder && theirs.isDependent)
  }

  @Test func `a pending request for the other role stays a request`() throws {
    let pending = Cast.relation(Cast.theo, Cast.mara, status: .requestedByMe)
    let decision = try WishRules.accept(invitation(), facts(pending), moment: Cast.moment(5))
    let (mine, theirs) = try #require(relation(of: decision))
    #expect(mine.isDependent && !mine.isResponder)
    #expect(mine.responderRequest == .requestedByMe)
    #expect(theirs.responderRequest == .requestedByThem)
  }

  @Test func `a pending request for the wished role is granted with it`() throws {
    let pending = Cast.relation(
      Cast.theo, Cast.mara, isResponder: false, isDependent: true, status: .requestedByThem)
    let decision = try WishRules.accept(invitation(), facts(pending), moment: Cast.moment(5))
    let (mine, theirs) = try #require(relation(of: decision))
    #expect(mine.isDependent && mine.responderRequest == nil && theirs.responderRequest == nil)
  }

  @Test func `a second tap changes nothing`() throws {
    let old = Cast.relation(Cast.theo, Cast.mara, isResponder: false, isDependent: true)
    let used = invitation {
      ($0.usedAt, $0.usedBy, $0.acceptedAt) = (Cast.start, Cast.theo.person.id, Cast.start)
    }
    let decision = try WishRules.accept(used, facts(old), moment: Cast.moment(5))
    #expect(decision.mutations.isEmpty)
  }

  @Test func `a person whose account it opened may accept, once, and no one else may`() throws {
    let opened = invitation { ($0.usedAt, $0.usedBy) = (Cast.start, Cast.theo.person.id) }
    #expect(throws: Never.self) {
      try WishRules.accept(opened, facts(), moment: Cast.moment(90_000))
    }
    let ended = invitation {
      ($0.usedAt, $0.usedBy, $0.acceptedAt) = (Cast.start, Cast.theo.person.id, Cast.start)
    }
    #expect(throws: Refusal.invitationUsed) {
      try WishRules.accept(ended, facts(), moment: Cast.moment(5))
    }
    let another = invitation { ($0.usedAt, $0.usedBy) = (Cast.start, Cast.ines.person.id) }
    #expect(throws: Refusal.invitationUsed) {
      try WishRules.accept(another, facts(), moment: Cast.moment(5))
    }
  }

  @Test func `links that grant nothing`() {
    let cases: [(Invitation?, Refusal)] = [
      (nil, .invitationUnknown), (invitation { $0.wish = nil }, .invitationUnknown),
      (invitation { $0.wish = .unknown }, .invitationUnknown),
      (invitation { $0.inviter = Cast.theo.person.id }, .ownInvitation),
      (invitation { $0.withdrawnAt = Cast.start }, .invitationWithdrawn),
      (invitation { $0.expiresAt = Cast.start }, .invitationExpired),
    ]
    for (invitation, refusal) in cases {
      #expect(throws: refusal) {
        try WishRules.accept(invitation, facts(), moment: Cast.moment(5))
      }
    }
  }

  @Test func `a person whose requests the maker has blocked gets in by no link`() {
    let blocked = facts {
      $0.theirs = RequestHistory(
        owner: Cast.mara.person.id, asker: Cast.theo.person.id, refusedAt: Cast.start,
        blockedAt: Cast.start)
    }
    #expect(throws: Refusal.requestNotPossible) {
      try WishRules.accept(invitation(), blocked, moment: Cast.moment(5))
    }
  }

  @Test func `a full list of responders takes no one more`() {
    let full = facts { $0.theirResponders = RelationRules.mostResponders }
    #expect(throws: Refusal.tooManyResponders) {
      try WishRules.accept(invitation(), full, moment: Cast.moment(5))
    }
  }
}
