import Foundation
import LifeSignalModel
import Testing

/// Theo was called for Mara's alert, and has found her well.
@Suite struct `Reporting that the person was reached` {
  private static let called = Escalation(
    alert: "50", person: "1", steps: `Calling responders`.plan.steps, rounds: 2, step: 2, calls: 2,
    nextFireAt: Cast.start + 87_300, gen: 3, told: ["2", "3"])
  /// An hour after the check-in was due.
  private static let moment: TimeInterval = 90_000

  private func report(
    _ kind: Alert.Kind = .missedCheckIn, by id: Person.ID = "2", _ row: Escalation = called,
    watch: Watch? = Cast.missedWatch(), travel: Travel? = nil
  ) throws -> Decision {
    var alarm = `Calling responders`.facts(row, kind: kind)
    alarm.travel = travel
    return try ReachedRules.report(
      ReachedFacts(alarm: alarm, watch: watch), by: id, moment: Cast.moment(Self.moment))
  }

  @Test func `a missed check-in ends, and everyone who was contacted reads by whom`() throws {
    let decision = try report()
    #expect(
      decision.mutations.contains(
        .endAlert("50", at: Cast.start + Self.moment, reason: .endedByResponder)))
    #expect(decision.escalation?.isOpen == false && decision.escalation?.nextFireAt == nil)
    #expect(decision.told == ["1 alarmTakenForYou", "3 dependentReached"])
    #expect(
      decision.notifications.map(\.message.english) == [
        "Theo Okafor told us that they reached you and you’re fine. Your alert is over. This doesn’t count as a check-in: please check in within 1 day. If it isn’t true, raise an alert.",
        "Theo Okafor reached Mara Lindqvist, all fine. The alert is over. They still have to check in.",
      ])
    #expect(decision.changes.keys.sorted() == ["1", "2", "3"])
    let entry = try #require(decision.timeline.first { $0.kind == .alarmEnded })
    #expect(
      entry.person == "1" && entry.other == "2" && entry.details.endReason == .endedByResponder)
  }

  @Test func `it is no check-in: the countdown begins again, and so does the alert`() throws {
    let decision = try report()
    let watch = try #require(decision.watch)
    #expect(watch.lastCheckIn == Cast.missedWatch().lastCheckIn)
    #expect(watch.resumedAt == Cast.start + Self.moment)
    #expect(watch.deadline == Cast.start + Self.moment + 86_400 && watch.gen == 2)
    #expect(!decision.mutations.contains { if case .insertCheckIn = $0 { true } else { false } })
    let later = DeadlineRules.fire(
      due(watch), Cast.facts(due(watch)) { $0.responders = [Cast.theo] }, courtesy: Courtesy(),
      moment: Cast.moment(Self.moment + 87_000))
    #expect(later.told == ["1 checkInExpired", "2 dependentNonResponsive"])
  }

  private func due(_ watch: Watch) -> Watch {
    var watch = watch
    watch.stage = .alarm
    watch.nextFireAt = Cast.start + Self.moment + 87_000
    return watch
  }

  @Test(arguments: [(3_600.0, 3_600.0), (604_800, 86_400)])
  func `a responder’s word lasts an interval, and a day at most`(
    _ interval: TimeInterval, _ expected: TimeInterval
  ) throws {
    var watch = Cast.missedWatch()
    watch.interval = interval
    let deadline = try #require(try report(watch: watch).watch?.deadline)
    #expect(deadline == Cast.start + Self.moment + expected)
  }

  @Test func `of a plan with times the next one counts`() throws {
    var watch = Cast.missedWatch()
    watch.times = CheckInTimes(times: [try #require(TimeOfDay("09:00"))], zone: .utc)
    let deadline = try #require(try report(watch: watch).watch?.deadline)
    #expect(deadline == watch.plan.deadline(beginning: Cast.start + Self.moment))
  }

  @Test func `a person who checked in meanwhile keeps their countdown`() throws {
    #expect(try report(watch: Cast.watch()).watch == nil)
  }

  @Test func `it reaches the person whatever they have switched off`() throws {
    var alarm = `Calling responders`.facts(Self.called)
    alarm.me.person.notifications.alertNotifications = false
    let decision = try ReachedRules.report(
      ReachedFacts(alarm: alarm), by: "2", moment: Cast.moment(Self.moment))
    #expect(decision.deliveries.contains { $0.person == "1" })
  }

  @Test func `a trip ends with its alert`() throws {
    var trip = Travel(
      id: "1", person: "1", note: "", startedAt: Cast.start, dueAt: Cast.start + 3_600)
    trip.stage = .overdue
    trip.overdueAt = Cast.start + 4_200
    let decision = try report(.travel, travel: trip)
    #expect(decision.told == ["1 alarmTakenForYou", "3 dependentReached"])
    let ended = try #require(
      decision.mutations.lazy.compactMap {
        if case .updateTravel(let travel, _) = $0 { travel } else { nil }
      }.first)
    #expect(!ended.isOpen && ended.nextFireAt == nil)
    #expect(decision.watch == nil)
  }

  @Test func `an alert that the person raised stays on, and the report is passed on once`() throws {
    let decision = try report(.manual)
    let row = try #require(decision.escalation)
    #expect(row.isOpen && row.holder == "2" && row.stage == .held)
    #expect(row.helper("2").reachedAt == Cast.start + Self.moment)
    #expect(!decision.mutations.contains { if case .endAlert = $0 { true } else { false } })
    #expect(decision.told == ["1 alarmTakenForYou", "3 alarmTaken"])
    #expect(
      decision.notifications.last?.message.english
        == "Theo Okafor reached Mara Lindqvist. The alert stays on until they end it.")
    #expect(decision.timeline.contains { $0.kind == .reached && $0.other == "2" })
    #expect(try report(.manual, row) == Decision())
    // The message to the others must not be withdrawn because no one answered with it.
    let message = try #require(decision.deliveries.first { $0.person == "3" })
    #expect(message.premise == .alarm("1", "50"))
  }

  @Test func `a responder who has the alert keeps it when another one reaches the person`() throws {
    var row = Self.called
    row.stage = .held
    row.holder = "3"
    row.heldSince = Cast.start
    let next = try #require(try report(.manual, row).escalation)
    #expect(next.holder == "3" && next.nextFireAt == row.nextFireAt)
  }

  @Test func `only a responder who was contacted, and not one whom the owner overruled`() throws {
    var waiting = Self.called
    waiting.told = ["3"]
    var overruled = Self.called
    overruled.helpers = [.init(person: "2", isComing: true, mayHold: false)]
    for row in [waiting, overruled] {
      for kind in [Alert.Kind.missedCheckIn, .travel, .manual] {
        #expect(throws: Refusal.alarmNotYours) { _ = try report(kind, row) }
      }
    }
    #expect(throws: Refusal.ownAlarm) { _ = try report(by: "1") }
    #expect(throws: Refusal.alarmNotFound) { _ = try report(by: "9") }
    #expect(throws: Refusal.alarmNotFound) {
      _ = try ReachedRules.report(nil, by: "2", moment: Cast.moment())
    }
  }

  @Test func `a duress alert is not ended by it, also not by its holder`() throws {
    var held = Self.called
    held.stage = .held
    held.holder = "2"
    for row in [Self.called, held] {
      #expect(throws: Refusal.alarmNotYours) { _ = try report(.duress, row) }
    }
  }

  @Test func `the last message about it says nothing of safety during a duress alert`() throws {
    let decision = try report()
    let message = try #require(decision.deliveries.first { $0.person == "3" })
    #expect(message.isAllClear && message.personInDanger == "1")
  }
}
