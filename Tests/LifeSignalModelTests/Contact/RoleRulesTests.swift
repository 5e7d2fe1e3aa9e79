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

  @Test func `nobody makes themselves somebody's responder`() {
    #expect(throws: Refusal.consentRequired) {
      try RoleRules.update(
        facts(), isResponder: true, isDependent: true, moment: Cast.moment())
    }
  }

  @Test func `the watched side grants access, mirrored`() throws {
    let decision = try RoleRules.update(
      facts(isResponder: false, isDependent: true), isResponder: true, isDependent: true,
      moment: Cast.moment())
    guard case .updateRelation(let mine, let theirs) = decision.mutations.first else {
      Issue.record("no relation is stored")
      return
    }
    #expect((mine.isResponder, mine.isDependent) == (true, true))
    #expect((theirs.isResponder, theirs.isDependent) == (true, true))
    #expect(
      decision.notifications[0].message.english
        == "Theo Okafor is now both a responder and a dependent.")
    #expect(decision.told == ["1 roleChangedByYou", "2 roleChangedByOther"])
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
    #expect(decision == Decision(.relation("2", .accepted)))
  }
}
