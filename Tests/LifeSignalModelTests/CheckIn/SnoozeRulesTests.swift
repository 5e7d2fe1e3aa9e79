import Foundation
import LifeSignalModel
import Testing

/// Mara checks in at the start, is reminded two hours before the day is over, and has an hour of grace.
@Suite struct `A reminder that comes again` {
  private static let deadline: TimeInterval = 86_400
  private static let reminder = deadline - 7_200

  private static func watch(_ grace: TimeInterval = 3_600) -> Watch { Cast.watch(grace: grace) }

  private func snooze(_ watch: Watch, at seconds: TimeInterval) throws -> Watch {
    let decided = try SnoozeRules.snooze(Cast.facts(watch), moment: Cast.moment(seconds))
    #expect(decided.answer == InstantAnswer(at: Cast.start + seconds + 1_800))
    return try #require(decided.decision.watch)
  }

  private func fire(_ watch: Watch, at seconds: TimeInterval) throws -> Decision {
    let facts = Cast.facts(watch) { $0.responders = [Cast.theo] }
    return DeadlineRules.fire(watch, facts, courtesy: Courtesy(), moment: Cast.moment(seconds))
  }

  /// After the reminder of two hours.
  private func reminded() throws -> Watch {
    try #require(try fire(Self.watch(), at: Self.reminder).watch)
  }

  @Test func `comes half an hour later, before the next step, and moves no deadline`() throws {
    let before = try reminded()
    let watch = try snooze(before, at: Self.reminder + 60)
    #expect(watch.nextFireAt == Cast.start + Self.reminder + 1_860)
    #expect(watch.deadline == before.deadline && watch.grace == before.grace)
    #expect(watch.gen == before.gen)

    let again = try fire(watch, at: Self.reminder + 1_860)
    #expect(again.told == ["1 checkInReminder"])
    #expect(again.notifications.first?.message.english.contains("Check in within") == true)
    let next = try #require(again.watch)
    #expect(next.stage == .deadline && next.nextFireAt == Cast.start + Self.deadline)
    // A message about a deadline that has been met is withdrawn.
    #expect(again.deliveries.map(\.premise) == [.deadline(gen: 1)])
  }

  @Test func `leaves the steps before it as they are, and the alert after it`() throws {
    let watch = try snooze(try reminded(), at: Self.deadline - 900)
    #expect(watch.stage == .deadline && watch.nextFireAt == Cast.start + Self.deadline)
    let due = try fire(watch, at: Self.deadline)
    let snoozed = try #require(due.watch)
    #expect(snoozed.nextFireAt == Cast.start + Self.deadline + 900)
    let again = try fire(snoozed, at: Self.deadline + 900)
    #expect(again.told == ["1 checkInExpired"])
    #expect(
      again.notifications.first?.message.english
        == "Your check-in is due. Your responders will be notified in 45 minutes.")
    #expect(
      Set(due.notifications.map(\.dedupeKey)).isDisjoint(with: again.notifications.map(\.dedupeKey))
    )
    let last = try #require(again.watch)
    #expect(last.stage == .alarm && last.nextFireAt == Cast.start + Self.deadline + 3_600)
    #expect(try fire(last, at: Self.deadline + 3_600).watch?.stage == .missed)
  }

  @Test(arguments: [-1.0, 0, 600])
  func `is refused where the check-in would be missed first`(late: TimeInterval) throws {
    let watch = try reminded()
    let last = Self.deadline + 1_800
    if late < 0 {
      #expect(try snooze(watch, at: last + late).snooze?.count == 1)
    } else {
      #expect(throws: Refusal.snoozeTooLate) { try snooze(watch, at: last + late) }
    }
  }

  @Test func `is refused before the first reminder, in a pause and once it is missed`() throws {
    #expect(throws: Refusal.noReminderOut) { try snooze(Self.watch(), at: Self.reminder - 1) }
    var paused = try reminded()
    paused.pausedUntil = Cast.start + 9 * 86_400
    #expect(throws: Refusal.noReminderOut) { try snooze(paused, at: Self.reminder + 1) }
    var new = Self.watch()
    new.deadline = nil
    #expect(throws: Refusal.noReminderOut) { try snooze(new, at: Self.reminder + 1) }
    var missed = Self.watch()
    missed.stage = .missed
    missed.nextFireAt = nil
    #expect(throws: Refusal.checkInFirst) { try snooze(missed, at: Self.deadline + 3_601) }
  }

  @Test func `comes three times before one deadline, and is forgotten after it`() throws {
    var watch = try reminded()
    for round in 0..<3 { watch = try snooze(watch, at: Self.reminder + Double(round)) }
    #expect(throws: Refusal.tooManySnoozes) { try snooze(watch, at: Self.reminder + 10) }
    let checkedIn = try #require(
      CheckInRules.checkIn(
        Cast.facts(watch), clientKey: nil, at: nil, moment: Cast.moment(Self.reminder + 20)
      ).decision.watch)
    #expect(checkedIn.nextFireAt == Cast.start + Self.reminder + 20 + Self.reminder)
    #expect(
      try snooze(checkedIn, at: 2 * Self.reminder + 20).snooze
        == Snooze(
          until: Cast.start + 2 * Self.reminder + 1_820, gen: checkedIn.gen, count: 1))
  }

  @Test func `takes nothing from a step that has come and waits for its loop`() throws {
    let watch = try snooze(Self.watch(), at: Self.reminder + 5)
    #expect(watch.nextFireAt == Cast.start + Self.reminder)
    let fired = try fire(watch, at: Self.reminder + 6)
    #expect(fired.told == ["1 checkInReminder2Hours"])
    #expect(fired.watch?.nextFireAt == Cast.start + Self.reminder + 1_805)
  }
}
