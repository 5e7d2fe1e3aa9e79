import Foundation
import LifeSignalModel
import Testing

@Suite struct TravelRulesTests {
  private func facts(_ travel: Travel? = nil, named: Bool = true) -> TravelFacts {
    TravelFacts(
      me: Cast.mara, grace: 600, open: travel, named: named ? travel : nil,
      responders: [Cast.theo, Cast.ines], peers: ["2", "3"])
  }

  private func started(
    _ length: TimeInterval = 7_200, note: String = "Bus 42 to Grandma"
  ) throws -> Travel {
    let decision = try TravelRules.start(
      facts(), due: Cast.start + length, note: note, moment: Cast.moment())
    return try #require(decision.travel)
  }

  private func fire(
    _ travel: Travel, at seconds: TimeInterval, claimed: Travel? = nil,
    courtesy: Courtesy = Courtesy()
  ) -> Decision {
    TravelDueRules.fire(
      claimed ?? travel, facts(travel), courtesy: courtesy, moment: Cast.moment(seconds))
  }

  @Test func `a journey waits for its reminder, then its end, then the alarm`() throws {
    var travel = try started()
    #expect(travel.stage == .reminder)
    #expect(travel.nextFireAt == Cast.start + 7_200 - 900)

    let reminder = fire(travel, at: 6_300)
    #expect(reminder.told == ["1 travelReminder"])
    travel = try #require(reminder.travel)
    #expect(travel.stage == .due)

    let due = fire(travel, at: 7_200)
    #expect(due.told == ["1 travelDue"])
    travel = try #require(due.travel)
    #expect(travel.nextFireAt == Cast.start + 7_800)

    let alarm = fire(travel, at: 7_800)
    #expect(
      alarm.told == ["1 travelOverdue", "2 dependentTravelOverdue", "3 dependentTravelOverdue"])
    #expect(
      alarm.notifications[1].message.english
        == "Mara Lindqvist has not arrived as planned. Their note: “Bus 42 to Grandma”")
    travel = try #require(alarm.travel)
    #expect(travel.isOverdue)
    #expect(travel.nextFireAt == nil)
    #expect(alarm.alerts.map(\.kind) == [.travel])
    #expect(fire(travel, at: 9_000) == Decision(.unchanged))
  }

  @Test func `only its owner hears of a trip before the alert`() throws {
    let start = try TravelRules.start(
      facts(), due: Cast.start + 7_200, note: "Bus", moment: Cast.moment())
    #expect(start.told.isEmpty)
    #expect(start.changes.keys.sorted() == ["1"])
    let travel = try #require(start.travel)
    #expect(TravelAlarm(travel) == nil)
    #expect(fire(travel, at: 6_300).changes.keys.sorted() == ["1"])
  }

  @Test func `steps that are out of date do nothing`() throws {
    let travel = try started()
    var older = travel
    older.gen -= 1
    #expect(fire(travel, at: 6_300, claimed: older) == Decision(.unchanged))
    #expect(fire(travel, at: 6_299) == Decision(.unchanged))
    for actor in [Actor.person("1"), .session("s", of: "1"), .visitor] {
      #expect(throws: Refusal.notAllowed) { try FireTravel.Asker(actor) }
    }
  }

  @Test func `several overdue steps are the latest one`() throws {
    let travel = try started()
    #expect(fire(travel, at: 9_000).alerts.count == 1)
    #expect(fire(travel, at: 7_300).told == ["1 travelDue"])
  }

  @Test func `an end during an outage reminds its owner first`() throws {
    let travel = try started()
    let outage = DateInterval(start: Cast.start + 3_600, end: Cast.start + 10_800)
    let spared = fire(travel, at: 10_800, courtesy: Courtesy(outage: outage))
    #expect(spared.told == ["1 travelDue"])
    let waiting = try #require(spared.travel)
    #expect(waiting.stage == .courtesy)
    #expect(waiting.nextFireAt == Cast.start + 11_400)
    #expect(fire(waiting, at: 11_400, courtesy: Courtesy(outage: outage)).alerts.count == 1)
  }

  @Test(
    arguments: [
      (0, "", Refusal.travelInThePast), (-5, "", .travelInThePast),
      (48 * 3_600 + 1, "", .travelTooLong),
      (60, String(repeating: "x", count: 501), .travelNoteTooLong),
    ] as [(TimeInterval, String, Refusal)])
  func `an invalid trip is refused by name`(
    length: TimeInterval, note: String, refusal: Refusal
  ) {
    #expect(throws: refusal) {
      try TravelRules.start(
        facts(), due: Cast.start + length, note: note, moment: Cast.moment())
    }
  }

  @Test func `one at a time, and the same one twice is one`() throws {
    let travel = try started()
    let again = try TravelRules.start(
      facts(travel), due: travel.dueAt, note: " Bus 42 to Grandma ", moment: Cast.moment(5))
    #expect(again.decision == Decision() && again.answer == TravelData(travel))
    #expect(throws: Refusal.travelUnderWay) {
      try TravelRules.start(
        facts(travel), due: travel.dueAt + 60, note: "", moment: Cast.moment(5))
    }
  }

  @Test func `an extension starts the steps over, also in the grace`() throws {
    let travel = try started()
    let decision = try TravelRules.extend(
      facts(travel), due: travel.dueAt + 1_800, moment: Cast.moment(7_500))
    #expect(decision.travel?.stage == .reminder)
    #expect(decision.travel?.gen == 2)
    #expect(decision.travel?.nextFireAt == Cast.start + 8_100)
    #expect(throws: Refusal.travelInThePast) {
      try TravelRules.extend(facts(travel), due: travel.dueAt - 60, moment: Cast.moment())
    }
    #expect(throws: Refusal.travelTooLong) {
      try TravelRules.extend(
        facts(travel), due: Cast.start + 49 * 3_600, moment: Cast.moment())
    }
    #expect(throws: Refusal.travelNotFound) {
      try TravelRules.extend(
        facts(travel, named: false), due: travel.dueAt + 60, moment: Cast.moment())
    }
  }

  @Test func `arriving answers everything, once`() throws {
    let travel = try started()
    let quiet = try TravelRules.arrive(facts(travel), moment: Cast.moment(60))
    #expect(quiet.told.isEmpty)
    #expect(quiet.travel?.end == .arrived)
    let ended = try #require(quiet.travel)
    #expect(try TravelRules.arrive(facts(ended), moment: Cast.moment(90)).mutations.isEmpty)
    #expect(throws: Refusal.travelOver) {
      try TravelRules.extend(facts(ended), due: Cast.start + 9_000, moment: Cast.moment(90))
    }

    var overdue = facts(fire(travel, at: 9_000).travel)
    overdue.alarm = Alert(id: "9", person: "1", kind: .travel, startedAt: Cast.start + 9_000)
    let late = try TravelRules.arrive(overdue, moment: Cast.moment(9_600))
    #expect(late.told == ["2 dependentArrived", "3 dependentArrived"])
    #expect(late.mutations.contains(.endAlert("9", at: Cast.start + 9_600, reason: .arrived)))
    #expect(throws: Refusal.travelOverdue) {
      try TravelRules.cancel(overdue, moment: Cast.moment(9_600))
    }
    // More time would make the alarm vanish without a sign of life.
    #expect(throws: Refusal.travelOverdue) {
      try TravelRules.extend(overdue, due: Cast.start + 12_000, moment: Cast.moment(9_600))
    }
  }

  @Test func `arriving ends the alert that is on, whatever the stage shows`() throws {
    var facts = facts(try started())
    facts.alarm = Alert(id: "9", person: "1", kind: .travel, startedAt: Cast.start + 60)
    let arrived = try TravelRules.arrive(facts, moment: Cast.moment(90))
    #expect(arrived.told == ["2 dependentArrived", "3 dependentArrived"])
    #expect(arrived.mutations.contains(.endAlert("9", at: Cast.start + 90, reason: .arrived)))
    #expect(throws: Refusal.travelOverdue) {
      try TravelRules.cancel(facts, moment: Cast.moment(90))
    }
  }

  @Test func `a trip becomes overdue also while the alert of an earlier one is on`() throws {
    let travel = try started()
    var facts = facts(travel)
    facts.alarm = Alert(id: "9", person: "1", kind: .travel, gen: 5, startedAt: Cast.start - 60)
    let fired = TravelDueRules.fire(
      travel, facts, courtesy: Courtesy(), moment: Cast.moment(9_000))
    #expect(fired.alerts.isEmpty && fired.told.isEmpty)
    #expect(fired.travel?.isOverdue == true)
  }

  @Test func `a journey too short to remind, and one without grace`() throws {
    let short = try started(600)
    #expect(short.stage == .due)
    var hard = facts()
    hard.grace = 0
    let decision = try TravelRules.start(
      hard, due: Cast.start + 600, note: "", moment: Cast.moment())
    #expect(decision.travel?.stage == .alarm)
    #expect(decision.travel?.nextFireAt == Cast.start + 600)
  }

  @Test func `a reminder on its way is dropped once the journey has moved`() throws {
    let travel = try started()
    let delivery = try #require(fire(travel, at: 6_300).deliveries.first)
    #expect(delivery.premise == .travel(travel.id, gen: 1))
    let alarm = try #require(
      fire(travel, at: 9_000).deliveries.first { $0.person == "2" })
    #expect(alarm.premise == .call("1", try #require(alarm.alert)))
  }
}

extension Decision {
  fileprivate var travel: Travel? {
    mutations.compactMap {
      switch $0 {
      case .insertTravel(let travel), .updateTravel(let travel, from: _): travel
      default: nil
      }
    }.last
  }

  fileprivate var alerts: [Alert] {
    mutations.compactMap { if case .insertAlert(let alert) = $0 { alert } else { nil } }
  }
}
