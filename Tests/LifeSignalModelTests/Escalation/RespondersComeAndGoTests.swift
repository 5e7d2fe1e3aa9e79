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

@Suite struct `A responder who said that they are coming` {
  @Test(arguments: [Escalation.Stage.broadcasting, .held])
  func `is no longer coming once they leave`(stage: Escalation.Stage) throws {
    let row = Escalation(
      alert: "50", person: "1", steps: [.init(responders: ["2", "3"])], rounds: 2, stage: stage,
      step: 1, calls: 1, nextFireAt: Cast.start + 600, gen: 3, told: ["2", "3"],
      holder: stage == .held ? "2" : nil, exhaustedAt: Cast.start,
      helpers: [.init(person: "3", isComing: true)])
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.ines)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.ines, relation: mine, mirror: theirs,
        alarms: [`Calling responders`.facts(row)]),
      moment: Cast.moment(60))
    let next = try #require(decision.escalation)
    #expect(!next.isHelping("3") && next.gen == 4 && next.holder == row.holder)
    #expect(next.isUnanswered == (stage == .broadcasting))
    // Without a holder the others are contacted now, in place of waiting for the next call.
    #expect(decision.told.contains("2 dependentNonResponsive") == (stage == .broadcasting))
    let notice = try #require(decision.notifications.first { $0.event == .alarmReleased })
    #expect(!notice.message.english.contains("Ines"), "an account that ends leaves no name behind")
  }

  @Test func `is the last responder: the owner reads that no one is left`() throws {
    let row = Escalation(
      alert: "50", person: "1", steps: [], rounds: 1, stage: .broadcasting, step: 1, calls: 1,
      nextFireAt: Cast.start + 600, gen: 3, told: ["3"], exhaustedAt: Cast.start)
    let (mine, theirs) = Cast.relation(Cast.mara, Cast.ines)
    let decision = RelationRules.end(
      RelationFacts(
        me: Cast.mara, other: Cast.ines, relation: mine, mirror: theirs,
        alarms: [`Calling responders`.facts(row, responders: [Cast.ines])]),
      moment: Cast.moment(60))
    let notice = try #require(decision.notifications.first { $0.event == .alarmReleased })
    #expect(notice.message.english.hasSuffix("you have no responders. Call for help yourself."))
    #expect(decision.deliveries.contains { $0.notification == notice.id && $0.isAlarm })
  }
}

/// Mara's alert is on and has reached no one, or only Theo, when Ines becomes her responder.
@Suite struct `A responder who joins during an alert` {
  /// One who has been called in vain, next in ten minutes.
  private static func row(
    _ stage: Escalation.Stage, told: [Person.ID] = [], holder: Person.ID? = nil
  ) -> Escalation {
    Escalation(
      alert: "50", person: "1", steps: [.init(responders: ["2"])], rounds: 2, stage: stage,
      step: 1, calls: 1, nextFireAt: Cast.start + 600, gen: 3, told: told, holder: holder,
      exhaustedAt: stage == .broadcasting ? Cast.start : nil)
  }

  /// Ines accepts the request of Mara.
  private func join(
    _ row: Escalation, kind: Alert.Kind = .missedCheckIn, responders: [Recipient] = [],
    unreachable: Set<Person.ID> = []
  ) throws -> Decision {
    var alarm = `Calling responders`.facts(row, kind: kind, responders: responders)
    alarm.unreachable = unreachable
    let (hers, mine) = Cast.relation(Cast.mara, Cast.ines, status: .requestedByMe)
    return try RelationRules.accept(
      RelationFacts(
        me: Cast.ines, other: Cast.mara, relation: mine, mirror: hers, alarms: [alarm]),
      moment: Cast.moment(60))
  }

  /// Those who are contacted about the alert itself.
  private func contacted(_ decision: Decision) -> [Person.ID] {
    decision.deliveries.filter { $0.calledAlarm != nil }.map(\.person)
  }

  @Test(arguments: [Alert.Kind.manual, .missedCheckIn, .travel])
  func `is contacted at once where it has reached no one`(kind: Alert.Kind) throws {
    let decision = try join(Self.row(.broadcasting), kind: kind)
    #expect(contacted(decision) == ["3"])
    let row = try #require(decision.escalation)
    #expect(row.told == ["3"] && row.gen == 4)
    #expect(!row.isUnanswered, "the newcomer has time to answer")
    #expect(row.nextFireAt == Cast.start + 60 + EscalationRules.firstPause)
    let (next, later) = try `Calling responders`.fire(
      row, at: 60 + EscalationRules.firstPause, responders: [Cast.ines])
    #expect(later.isUnanswered)
    #expect(next.notifications.first?.title == "No one is on it yet")
  }

  @Test func `is contacted at once where the others cannot be reached`() throws {
    let decision = try join(
      Self.row(.calling, told: ["2"]), responders: [Cast.theo], unreachable: ["2"])
    #expect(contacted(decision) == ["3"])
    #expect(decision.escalation?.nextFireAt == Cast.start + 600)
  }

  @Test func `is contacted at once when the plan has run out, and the others keep their time`()
    throws
  {
    let decision = try join(Self.row(.broadcasting, told: ["2"]), responders: [Cast.theo])
    #expect(contacted(decision) == ["3"])
    let row = try #require(decision.escalation)
    #expect(row.nextFireAt == Cast.start + 600 && row.step == 1 && row.exhaustedAt == Cast.start)
  }

  @Test func `is contacted at once about an alert raised by hand`() throws {
    let decision = try join(
      Self.row(.calling, told: ["2"]), kind: .manual, responders: [Cast.theo])
    #expect(contacted(decision) == ["3"] && decision.escalation?.nextFireAt == Cast.start + 600)
  }

  @Test func `is contacted by an existing contact's new role too`() throws {
    let hers = Cast.relation(Cast.mara, Cast.ines, isResponder: false, isDependent: true)
    var (asked, asks) = (hers.theirs, hers.mine)
    asked.responderRequest = .requestedByThem
    asks.responderRequest = .requestedByMe
    let decision = try RelationRules.accept(
      RelationFacts(
        me: Cast.ines, other: Cast.mara, relation: asked, mirror: asks,
        alarms: [`Calling responders`.facts(Self.row(.broadcasting), responders: [])]),
      moment: Cast.moment(60))
    #expect(contacted(decision) == ["3"])
  }

  @Test func `is contacted again when they come back`() throws {
    var row = Self.row(.broadcasting, told: ["3"])
    row.helpers = [.init(person: "3", isComing: true)]
    let decision = try join(row)
    #expect(contacted(decision) == ["3"])
    #expect(decision.escalation?.helper("3").isComing == false)
  }

  @Test func `is contacted by push alone after they left and came back three times`() throws {
    var row = Self.row(.broadcasting, told: ["3"])
    for _ in 0..<EscalationRules.mostTurns {
      let decision = try join(row)
      #expect(contacted(decision) == ["3"])
      row = try #require(decision.escalation)
    }
    let decision = try join(row)
    #expect(contacted(decision).isEmpty)
    #expect(decision.notifications.contains { $0.event == .dependentNonResponsive })
  }

  @Test func `waits while the steps have reached another responder or one has it`() throws {
    let called = try join(Self.row(.calling, told: ["2"]), responders: [Cast.theo])
    #expect(called.escalation == nil && contacted(called).isEmpty)
    let held = try join(Self.row(.held, told: ["2"], holder: "2"), responders: [Cast.theo])
    #expect(held.escalation == nil && contacted(held).isEmpty)
  }

  @Test func `hears nothing of a duress alert`() throws {
    let decision = try join(Self.row(.broadcasting), kind: .duress)
    #expect(decision.escalation == nil && contacted(decision).isEmpty)
  }
}
