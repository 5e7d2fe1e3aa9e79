import Foundation
import LifeSignalModel
import Testing

@Suite struct CheckInSettingsRulesTests {
  @Test func `a new interval counts from the last check-in and is a new deadline`() throws {
    let decision = try CheckInSettingsRules.setInterval(
      Cast.facts(), 28_800, moment: Cast.moment(60))
    #expect(decision.watch?.deadline == Cast.start + 28_800)
    #expect(decision.watch?.gen == 2)
    #expect(decision.watch?.nextFireAt == Cast.start + 28_800 - 7_200)
  }

  @Test func `an interval that is already over alarms at once`() throws {
    let decision = try CheckInSettingsRules.setInterval(
      Cast.facts(), 3_600, moment: Cast.moment(50_000))
    #expect(decision.watch?.stage == .alarm)
    #expect(try #require(decision.watch?.nextFireAt) < Cast.start + 50_000)
  }

  @Test(arguments: [0, 3_599, 604_801, -Double.infinity, Double.nan])
  func `intervals outside an hour to a week are refused`(interval: TimeInterval) {
    #expect(throws: Refusal.invalidInterval) {
      try CheckInSettingsRules.setInterval(Cast.facts(), interval, moment: Cast.moment())
    }
  }

  @Test(arguments: [-1, 3_601])
  func `graces outside an hour are refused`(grace: TimeInterval) {
    #expect(throws: Refusal.invalidGracePeriod) {
      try CheckInSettingsRules.setGracePeriod(Cast.facts(), grace, moment: Cast.moment())
    }
  }

  @Test func `a missed deadline cannot be moved away`() {
    let facts = Cast.facts(Cast.missedWatch())
    #expect(throws: Refusal.checkInFirst) {
      try CheckInSettingsRules.setInterval(facts, 604_800, moment: Cast.moment(90_000))
    }
    #expect(throws: Refusal.checkInFirst) {
      try CheckInSettingsRules.setGracePeriod(facts, 3_600, moment: Cast.moment(90_000))
    }
  }

  @Test func `another reminder waits for another step of the same deadline`() throws {
    let decision = try CheckInSettingsRules.setReminder(
      Cast.facts(), 1_800, moment: Cast.moment(60))
    #expect(decision.watch?.stage == .thirtyMinuteReminder)
    #expect(decision.watch?.gen == 1)
    #expect(throws: Refusal.invalidReminder) {
      try CheckInSettingsRules.setReminder(Cast.facts(), 900, moment: Cast.moment())
    }
  }

  @Test func `changing reminders during the grace leaves the alarm where it is`() throws {
    var watch = Cast.watch()
    watch.stage = .alarm
    watch.nextFireAt = Cast.start + 87_000
    let decision = try CheckInSettingsRules.setPreferences(
      Cast.facts(watch), NotificationPreferences(isNotificationsEnabled: false),
      moment: Cast.moment(86_500))
    #expect(decision.watch == nil)
  }

  @Test func `a reminder can be switched on where only the alarm was waiting`() throws {
    let silent = NotificationPreferences(notify2HoursBefore: false)
    let facts = Cast.facts(Cast.watch(grace: 0, silent)) { $0.me.person.notifications = silent }
    #expect(facts.watch.stage == .alarm)
    let decision = try CheckInSettingsRules.setReminder(facts, 7_200, moment: Cast.moment(60))
    #expect(decision.watch?.stage == .twoHourReminder)
    #expect(decision.watch?.nextFireAt == Cast.start + 86_400 - 7_200)
  }
}
