import Foundation
import LifeSignalModel
import Testing

/// Reminders at lead times of the person's own choosing. `Cast.watch()` is due a day after the start.
@Suite struct OwnReminderRulesTests {
  private let day: TimeInterval = 86_400

  private func own(_ minutes: Int..., thirty: Bool = false) -> NotificationPreferences {
    NotificationPreferences(notify30MinBefore: thirty, ownReminders: OwnReminders(minutes))
  }

  private func facts(
    _ preferences: NotificationPreferences, _ watch: Watch? = nil, responders: [Recipient] = []
  ) -> CheckInFacts {
    Cast.facts(watch ?? Cast.watch(preferences)) {
      $0.me.person.notifications = preferences
      $0.responders = responders
    }
  }

  private func fire(
    _ facts: CheckInFacts, at seconds: TimeInterval, courtesy: Courtesy = Courtesy()
  ) throws -> Decision {
    DeadlineRules.fire(
      facts.watch, facts, courtesy: courtesy, moment: Cast.moment(seconds))
  }

  @Test(
    arguments: [
      ([480, 15], 86_400, [480, 120, 15, 0, -10], [0, 0, 1, 2, 3]),
      ([2_880, 119], 604_800, [2_880, 120, 119, 0, -10], [0, 0, 1, 2, 3]),
      ([1_440], 86_400, [120, 0, -10], [0, 2, 3]),
      ([1_439], 86_400, [1_439, 120, 0, -10], [0, 0, 2, 3]),
      ([60, 45], 3_600, [45, 0, -10], [1, 2, 3]),
    ] as [([Int], TimeInterval, [Int], [Int])])
  func `each lead shorter than the interval is a step, and stages keep the order of time`(
    own: [Int], interval: TimeInterval, minutes: [Int], stages: [Int]
  ) {
    let preferences = NotificationPreferences(ownReminders: OwnReminders(own))
    let steps = WatchSchedule.steps(of: Cast.watch(interval: interval), preferences)
    let deadline = Cast.start + interval
    #expect(steps.map { Int(deadline.timeIntervalSince($0.at) / 60) } == minutes)
    #expect(steps.map(\.stage.rawValue) == stages)
  }

  @Test func `the master switch silences them too`() {
    var preferences = own(480, 15)
    preferences.isNotificationsEnabled = false
    #expect(WatchSchedule.steps(of: Cast.watch(), preferences).map(\.stage) == [.deadline, .alarm])
  }

  @Test func `at times of day none comes before a check-in would count`() throws {
    var watch = Cast.watch()
    watch.times = CheckInTimes(times: [try #require(TimeOfDay("08:00"))], zone: .utc)
    let steps = WatchSchedule.steps(of: watch, own(480, 121, 90))
    #expect(
      steps.map { $0.at.timeIntervalSince(Cast.start) - day } == [-7_200, -5_400, 0, 600])
  }

  @Test func `one after the other comes, none twice, and the alarm at the end`() throws {
    var facts = facts(own(480, 240, 15, thirty: true))
    let warning = " You have no responders, so no one will be contacted."
    var told: [String] = []
    var keys: [String] = []
    while let due = facts.watch.nextFireAt, told.count < 20 {
      let decision = try fire(facts, at: due.timeIntervalSince(Cast.start))
      let minutes = Int((Cast.start + day).timeIntervalSince(due) / 60)
      told += decision.notifications.map { "\(minutes) \($0.event): \($0.message.english)" }
      keys += decision.notifications.map(\.dedupeKey)
      facts.watch = try #require(decision.watch)
    }
    #expect(
      told == [
        "480 checkInReminder: Check in within 8 hours.\(warning)",
        "240 checkInReminder: Check in within 4 hours.\(warning)",
        "120 checkInReminder2Hours: Please check in within 2 hours.\(warning)",
        "30 checkInReminder30Minutes: Please check in within 30 minutes.\(warning)",
        "15 checkInReminder: Check in within 15 minutes.\(warning)",
        "0 checkInExpired: Your check-in is due.\(warning)",
        "-10 checkInExpired: You missed your check-in. You have no responders, so no one is being contacted.",
      ])
    #expect(Set(keys).count == keys.count)
    #expect(facts.watch.stage == .missed)
  }

  @Test(arguments: [
    (2_880, "Check in within 2 days."), (1_440, "Check in within 1 day."),
    (1_500, "Check in within 25 hours."), (60, "Check in within 1 hour."),
    (90, "Check in within 90 minutes."), (5, "Check in within 5 minutes."),
  ])
  func `it says how much time is left`(minutes: Int, words: String) throws {
    let preferences = NotificationPreferences(
      notify2HoursBefore: false, ownReminders: [minutes])
    let watch = Cast.watch(interval: 604_800, preferences)
    let decision = try fire(
      facts(preferences, watch, responders: [Cast.theo]),
      at: 604_800 - TimeInterval(minutes * 60))
    #expect(decision.notifications.map(\.message.english) == [words])
    #expect(decision.deliveries.map(\.body) == [words])
    #expect(decision.deliveries.map(\.priority) == [.reminder])
  }

  @Test func `only the latest of several overdue ones is sent`() throws {
    let decision = try fire(
      facts(own(480, 240, 200), responders: [Cast.theo]), at: day - 150 * 60)
    #expect(decision.told == ["1 checkInReminder"])
    // Two hours and a half are left of 200 minutes.
    #expect(decision.notifications.first?.message.english == "Check in within 150 minutes.")
    #expect(decision.notifications.first?.dedupeKey == "checkInReminder:200:1:1:1")
    #expect(decision.watch?.nextFireAt == Cast.start + day - 7_200)
  }

  @Test func `a repeated one is the same notice, another lead is another`() throws {
    let facts = facts(own(480, 240))
    let first = try fire(facts, at: day - 480 * 60)
    var again = facts
    again.watch.nextFireAt = Cast.start + day - 470 * 60
    let second = try fire(again, at: day - 470 * 60)
    #expect(first.notifications.map(\.dedupeKey) == second.notifications.map(\.dedupeKey))
    #expect(first.deliveries.map(\.dedupeKey) == second.deliveries.map(\.dedupeKey))
    #expect(first.deliveries.map(\.premise) == [.deadline(gen: 1)])
    #expect(first.watch?.nextFireAt == second.watch?.nextFireAt)

    again.watch = try #require(first.watch)
    #expect(again.watch.stage == .twoHourReminder)
    #expect(again.watch.nextFireAt == Cast.start + day - 240 * 60)
    let third = try fire(again, at: day - 240 * 60)
    #expect(third.notifications.map(\.dedupeKey) == ["checkInReminder:240:1:1:1"])
  }

  @Test func `the category mutes the message, not the entry`() throws {
    var preferences = own(480)
    preferences.checkInNotifications = false
    let decision = try fire(facts(preferences), at: day - 480 * 60)
    #expect(decision.told == ["1 checkInReminder"])
    #expect(decision.deliveries.isEmpty)
  }

  @Test func `an outage over reminders and deadline gets its courtesy as ever`() throws {
    let outage = DateInterval(start: Cast.start + 50_000, end: Cast.start + 90_000)
    let decision = try fire(
      facts(own(480, 15)), at: 90_001, courtesy: Courtesy(outage: outage, window: 600))
    #expect(decision.events == [.courtesyGranted("1")])
    #expect(decision.watch?.stage == .courtesy)
  }

  @Test func `a rehearsal shows them at their minutes`() {
    let facts = facts(own(480, 15))
    let rehearsal = RehearsalRules.run(
      RehearsalFacts(me: facts.me, watch: facts.watch), now: Cast.start + 60)
    let before = rehearsal.messages.filter { $0.at < Cast.start + day }
    #expect(before.map(\.event) == [.checkInReminder, .checkInReminder2Hours, .checkInReminder])
    #expect(before.map { $0.at.timeIntervalSince(Cast.start) } == [57_600, 79_200, 85_500])
  }
}
