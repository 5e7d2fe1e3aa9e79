import Foundation
import LifeSignalModel
import Testing

@Suite struct LookRulesTests {
  /// Theo, who watches Mara, opens her page.
  private func look(
    isDependent: Bool = true, status: RelationStatus = .accepted, last: TimeInterval? = nil,
    at seconds: TimeInterval = 0
  ) throws -> Decision {
    let both = Cast.relation(
      Cast.theo, Cast.mara, isResponder: !isDependent, isDependent: isDependent, status: status)
    return try LookRules.look(
      RelationFacts(
        me: Cast.theo, other: Cast.mara, relation: both.mine, mirror: both.theirs),
      last: last.map { Cast.start + $0 }, moment: Cast.moment(seconds))
  }

  @Test func `a responder's look is in the watched person's log`() throws {
    let decision = try look()
    #expect(decision.activities.map(\.person) == ["1"])
    #expect(decision.activities.map(\.contact) == ["2"])
    #expect(decision.activities.map(\.contactName) == ["Theo Okafor"])
    #expect(decision.activities.map(\.kind) == [.looked])
    #expect(decision.changes == ["1": .activity])
    #expect(decision.notifications.isEmpty)
  }

  @Test(
    arguments: [
      (nil, 0, 1), (0, 1, 0), (0, 599, 0), (0, 600, 1), (0, 86_400, 1),
      // The clock was set back: what seems to come later hides nothing.
      (120, 0, 1),
    ] as [(TimeInterval?, TimeInterval, Int)])
  func `one entry per viewer and ten minutes`(
    last: TimeInterval?, at seconds: TimeInterval, entries: Int
  ) throws {
    #expect(try look(last: last, at: seconds).activities.count == entries)
  }

  @Test func `a contact who is no responder sees nothing, and leaves no entry`() throws {
    #expect(try look(isDependent: false) == Decision())
    #expect(try look(status: .requestedByMe) == Decision())
    #expect(throws: Refusal.contactNotFound) {
      try LookRules.look(
        RelationFacts(me: Cast.theo, other: Cast.mara), last: nil, moment: Cast.moment())
    }
  }
}
