import Foundation
import LifeSignalModel
import Testing

/// Theo holds Mara's alert and has asked Ines to take over.
@Suite struct `An offer to take over ends` {
  private static var offered: EscalationFacts {
    var row = Escalation(
      alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, stage: .held,
      step: 2, calls: 2, nextFireAt: Cast.start + 3_600, gen: 3, told: ["2", "3"], holder: "2",
      heldSince: Cast.start)
    row.offeredTo = "3"
    return `Calling responders`.facts(row)
  }

  /// Whether only the offer is gone, and the pages of the owner and the holder follow.
  private func endsOnlyTheOffer(_ decision: Decision) -> Bool {
    var wanted = Self.offered.escalation
    wanted.offeredTo = nil
    wanted.gen += 1
    return decision.escalation == wanted
      && (["1", "2"] as [Person.ID]).allSatisfy {
        decision.changes[$0]?.contains(.alert) == true
      }
  }

  @Test func `when either side ends the relation`() throws {
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.ines)
    let byOwner = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.ines, relation: mine, mirror: theirs, alarms: [Self.offered]),
      moment: Cast.moment(60))
    #expect(endsOnlyTheOffer(byOwner))
    let byResponder = RelationRules.end(
      RelationFacts(
        me: Cast.ines, other: Cast.mara, relation: theirs, mirror: mine, alarms: [Self.offered]),
      moment: Cast.moment(60))
    #expect(endsOnlyTheOffer(byResponder))
  }

  @Test func `when they only stop being a responder`() throws {
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.ines, isDependent: true)
    let decision = try RoleRules.update(
      RelationFacts(
        me: Cast.mara, other: Cast.ines, relation: mine, mirror: theirs, alarms: [Self.offered]),
      isResponder: false, isDependent: true, moment: Cast.moment(60))
    #expect(endsOnlyTheOffer(decision))
  }

  @Test func `but not when another contact leaves`() throws {
    let late = Cast.recipient("4", "Late", "Comer")
    let (mine, theirs) = Cast.relation(Cast.mara, late)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: late, relation: mine, mirror: theirs, alarms: [Self.offered]),
      moment: Cast.moment(60))
    #expect(decision.escalation == nil)
  }
}
