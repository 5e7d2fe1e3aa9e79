import Foundation
import LifeSignalModel
import Testing

@Suite struct PauseRulesTests {
  private let day: TimeInterval = 86_400

  private func facts(_ watch: Watch = Cast.watch()) -> CheckInFacts {
    Cast.facts(watch) { $0.responders = [Cast.theo, Cast.ines] }
  }

  private func paused(until end: TimeInterval = 259_200, at now: TimeInterval = 60) throws
    -> Watch
  {
    let decision = try PauseRules.pause(
      facts(), until: Cast.start + end, moment: Cast.moment(now))
    return try #require(decision.watch)
  }

  @Test func `a pause has its end as due time and a whole interval behind it`() throws {
    let decision = try PauseRules.pause(
      facts(), until: Cast.start + 3 * day, moment: Cast.moment(60))
    let watch = try #require(decision.watch)
    #expect(watch.nextFireAt == Cast.start + 3 * day)
    #expect(watch.deadline == Cast.start + 4 * day)
    #expect(watch.gen == 2)
    #expect(
      decision.mutations.contains(
        .insertPause(
          PauseRecord(person: "1", startedAt: Cast.start + 60, until: Cast.start + 3 * day))))
    #expect(decision.told == ["1 pauseStarted", "2 dependentPaused", "3 dependentPaused"])
    #expect(
      decision.notifications[1].message.english
        == "Mara Lindqvist has paused their check-ins for 3 days.")
    #expect(decision.changes["2"]?.contains(.contacts) == true)
  }

  @Test(arguments: [-1, 0, 30 * 86_400 + 1] as [TimeInterval])
  func `a pause always ends, in the next thirty days`(length: TimeInterval) {
    #expect(throws: length > 0 ? Refusal.pauseTooLong : .pauseInThePast) {
      try PauseRules.pause(facts(), until: Cast.start + length, moment: Cast.moment())
    }
  }

  @Test func `a person cannot pause while a check-in is overdue or an alert is on`() {
    #expect(throws: Refusal.checkInFirst) {
      try PauseRules.pause(
        facts(Cast.missedWatch()), until: Cast.start + 2 * day, moment: Cast.moment(90_000))
    }
    // Also in the grace.
    #expect(throws: Refusal.checkInFirst) {
      try PauseRules.pause(facts(), until: Cast.start + 2 * day, moment: Cast.moment(86_460))
    }
    #expect(throws: Refusal.checkInFirst) {
      try PauseRules.pause(
        facts(Watch(person: "1")), until: Cast.start + 2 * day, moment: Cast.moment())
    }
    var alarmed = facts()
    alarmed.hasOtherAlarm = true
    #expect(throws: Refusal.endAlertFirst) {
      try PauseRules.pause(alarmed, until: Cast.start + day, moment: Cast.moment())
    }
  }

  @Test func `while paused no reminder comes, whatever is set`() throws {
    let watch = try paused()
    #expect(WatchSchedule.due(watch, at: Cast.start + 5 * day, NotificationPreferences()) == nil)
    let reminders = try CheckInSettingsRules.setPreferences(
      facts(watch), NotificationPreferences(notify30MinBefore: true), moment: Cast.moment(120))
    #expect(reminders.watch == nil)
    let interval = try CheckInSettingsRules.setInterval(
      facts(watch), 28_800, moment: Cast.moment(120))
    #expect(interval.watch?.nextFireAt == Cast.start + 3 * day)
    #expect(interval.watch?.deadline == Cast.start + 3 * day + 28_800)
  }

  @Test func `a check-in while paused is kept and leaves the pause`() throws {
    let watch = try paused()
    let decision = CheckInRules.checkIn(
      facts(watch), clientKey: nil, at: nil, moment: Cast.moment(day))
    #expect(decision.watch?.pausedUntil == watch.pausedUntil)
    #expect(decision.watch?.nextFireAt == watch.nextFireAt)
    #expect(decision.watch?.deadline == watch.deadline)
    #expect(decision.watch?.lastCheckIn == Cast.start + day)
  }

  @Test func `the end comes by itself, tells everybody and begins a whole interval`() throws {
    let watch = try paused()
    let early = DeadlineRules.fire(
      watch, facts(watch), courtesy: Courtesy(), moment: Cast.moment(3 * day - 1))
    #expect(early == Decision(.unchanged))
    let decision = DeadlineRules.fire(
      watch, facts(watch), courtesy: Courtesy(), moment: Cast.moment(3 * day + 30))
    let resumed = try #require(decision.watch)
    #expect(resumed.pausedUntil == nil)
    #expect(resumed.deadline == Cast.start + 4 * day)
    #expect(resumed.resumedAt == Cast.start + 3 * day)
    #expect(resumed.stage == .twoHourReminder)
    #expect(resumed.nextFireAt == Cast.start + 4 * day - 7_200)
    #expect(decision.told == ["1 pauseEnded", "2 dependentResumed", "3 dependentResumed"])
  }

  @Test func `resuming ends it now, once, and keeps the true end in the history`() throws {
    let watch = try paused()
    let decision = PauseRules.resume(facts(watch), moment: Cast.moment(day))
    #expect(decision.watch?.deadline == Cast.start + 2 * day)
    #expect(
      decision.mutations.contains(
        .updatePause(PauseRecord(person: "1", startedAt: Cast.start + 60, until: Cast.start + day)))
    )
    #expect(PauseRules.resume(facts(), moment: Cast.moment()) == Decision())
  }

  @Test func `a pause can be given another end, and the same end twice is once`() throws {
    let watch = try paused()
    let longer = try PauseRules.pause(
      facts(watch), until: Cast.start + 5 * day, moment: Cast.moment(day))
    #expect(longer.watch?.pausedAt == Cast.start + 60)
    #expect(longer.watch?.nextFireAt == Cast.start + 5 * day)
    #expect(longer.told.count == 3)
    let again = try PauseRules.pause(
      facts(watch), until: Cast.start + 3 * day, moment: Cast.moment(day))
    #expect(again == Decision())
  }

  @Test func `an interval changed after a pause still counts from its end`() throws {
    let resumed = try #require(
      PauseRules.resume(facts(try paused()), moment: Cast.moment(2 * day)).watch)
    let decision = try CheckInSettingsRules.setInterval(
      facts(resumed), 28_800, moment: Cast.moment(2 * day + 60))
    #expect(decision.watch?.deadline == Cast.start + 2 * day + 28_800)
  }
}
