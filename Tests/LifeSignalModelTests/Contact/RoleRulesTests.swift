import Foundation
import LifeSignalModel
import Testing

@Suite struct RoleRulesTests {
  /// Mara's view: Theo responds for her.
  private func facts(
    isResponder: Bool = true, isDependent: Bool = false, status: RelationStatus = .accepted,
    pings: [Ping] = []
  ) -> RelationFacts {
    let both = Cast.relation(
      Cast.mara, Cast.theo, isResponder: isResponder, isDependent: isDependent, status: status)
    return RelationFacts(
      me: Cast.mara, other: Cast.theo, relation: both.mine, mirror: both.theirs, pings: pings)
  }

  @Test func `no one makes themselves another person's responder`() {
    #expect(throws: Refusal.consentRequired) {
      try RoleRules.update(
        facts(), isResponder: true, isDependent: true, moment: Cast.moment())
    }
  }

  /// The decision, and both sides of the relation after it.
  private func stored(
    _ decision: Decision
  ) throws -> (mine: Relation, theirs: Relation) {
    guard case .updateRelation(let mine, let theirs) = try #require(decision.mutations.first) else {
      throw Refusal.contactNotFound
    }
    return (mine, theirs)
  }

  @Test func `no one becomes a responder before they accept`() throws {
    let before = facts(isResponder: false, isDependent: true)
    let asked = try RoleRules.update(
      before, isResponder: true, isDependent: true, moment: Cast.moment())
    let (mine, theirs) = try stored(asked)
    #expect((mine.isResponder, mine.isDependent) == (false, true))
    #expect((theirs.isResponder, theirs.isDependent) == (true, false))
    #expect(mine.responderRequest == .requestedByMe)
    #expect(theirs.responderRequest == .requestedByThem)
    // The other side gets the request, also outside the app. No message claims a role that does not exist.
    #expect(asked.told == ["2 contactAddedYou"])
    #expect(
      asked.notifications[0].message.english
        == "Mara Lindqvist would like you to be their responder.")
    #expect(asked.deliveries.map(\.person) == ["2"])
    var again = before
    again.messages = asked.deliveries
    #expect(
      try RoleRules.update(again, isResponder: true, isDependent: true, moment: Cast.moment(9))
        .deliveries.isEmpty, "asked, withdrawn and asked again")

    // Theo accepts: his side is the caller's now.
    let theos = RelationFacts(
      me: Cast.theo, other: Cast.mara, relation: theirs, mirror: mine)
    let agreed = try RelationRules.accept(theos, moment: Cast.moment(9))
    let (his, hers) = try stored(agreed)
    #expect((hers.isResponder, hers.isDependent) == (true, true))
    #expect((his.isResponder, his.isDependent) == (true, true))
    #expect(his.responderRequest == nil && hers.responderRequest == nil)
    #expect(agreed.told == ["2 roleChangedByYou", "1 roleChangedByYou"])
  }

  @Test func `declined or withdrawn, everything is as before`() throws {
    let (mine, theirs) = try stored(
      try RoleRules.update(
        facts(isResponder: false, isDependent: true), isResponder: true, isDependent: true,
        moment: Cast.moment()))
    let declined = try RelationRules.decline(
      RelationFacts(me: Cast.theo, other: Cast.mara, relation: theirs, mirror: mine),
      moment: Cast.moment(9))
    let withdrawn = try RoleRules.update(
      RelationFacts(me: Cast.mara, other: Cast.theo, relation: mine, mirror: theirs),
      isResponder: false, isDependent: true, moment: Cast.moment(9))
    for decision in [declined, withdrawn] {
      let sides = try stored(decision)
      for side in [sides.mine, sides.theirs] {
        #expect(side.status == .accepted && side.responderRequest == nil)
        #expect(side.isResponder != side.isDependent)
      }
      #expect(decision.told.isEmpty)
    }
  }

  @Test func `the one who asks cannot accept for the other`() throws {
    let (mine, theirs) = try stored(
      try RoleRules.update(
        facts(isResponder: false, isDependent: true), isResponder: true, isDependent: true,
        moment: Cast.moment()))
    let again = try RelationRules.accept(
      RelationFacts(me: Cast.mara, other: Cast.theo, relation: mine, mirror: theirs),
      moment: Cast.moment(9))
    #expect(again == Decision())
  }

  @Test func `pings the new roles forbid are cleared on both sides`() throws {
    let ping = Cast.ping(from: Cast.theo, to: Cast.mara)
    let decision = try RoleRules.update(
      facts(isDependent: true, pings: [ping]), isResponder: false, isDependent: true,
      moment: Cast.moment(9))
    #expect(
      decision.told == [
        "1 roleChangedByYou", "2 roleChangedByOther", "2 pingCleared", "1 pingWithdrawn",
      ])
    #expect(decision.changes["1"]?.contains(.pings) == true)

    let kept = try RoleRules.update(
      facts(isDependent: true, pings: [ping]), isResponder: true, isDependent: false,
      moment: Cast.moment(9))
    #expect(!kept.told.contains("1 pingWithdrawn"))
  }

  @Test func `Only a person who loses a responder by new roles reads it on their channels`()
    throws
  {
    var both = facts(isDependent: true)
    both.theirResponders = 1
    let left = try RoleRules.update(
      both, isResponder: true, isDependent: false, moment: Cast.moment(9))
    #expect(left.deliveries.map(\.premise) == [.withoutResponders])
    #expect(
      left.deliveries.map(\.body) == [
        """
        Mara Lindqvist will no longer respond to your alerts. \
        You have no responders, so no one will be contacted.
        """
      ])
    #expect(left.deliveries.map(\.person) == ["2"])
    let removed = try RoleRules.update(
      both, isResponder: false, isDependent: true, moment: Cast.moment(9))
    #expect(removed.deliveries.isEmpty)
  }

  @Test func `roles need a role, a relation and its acceptance`() {
    #expect(throws: Refusal.noRole) {
      try RoleRules.update(
        facts(), isResponder: false, isDependent: false, moment: Cast.moment())
    }
    #expect(throws: Refusal.contactNotFound) {
      try RoleRules.update(
        RelationFacts(me: Cast.mara, other: nil), isResponder: true, isDependent: false,
        moment: Cast.moment())
    }
    #expect(throws: Refusal.notAccepted) {
      try RoleRules.update(
        facts(isDependent: true, status: .requestedByThem), isResponder: true,
        isDependent: false, moment: Cast.moment())
    }
  }

  @Test func `the same roles again change nothing`() throws {
    let decision = try RoleRules.update(
      facts(), isResponder: true, isDependent: false, moment: Cast.moment())
    #expect(decision == Decision())
  }
}
