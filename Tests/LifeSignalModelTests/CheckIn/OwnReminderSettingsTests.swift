import Foundation
import LifeSignalModel
import Testing

@Suite struct OwnReminderSettingsTests {
  private func set(
    _ preferences: NotificationPreferences, on stored: NotificationPreferences = .init(),
    _ watch: Watch? = nil, at seconds: TimeInterval = 60
  ) throws -> Decision {
    let facts = Cast.facts(watch ?? Cast.watch(stored)) { $0.me.person.notifications = stored }
    return try CheckInSettingsRules.setPreferences(
      facts, preferences, moment: Cast.moment(seconds))
  }

  private func stored(_ decision: Decision) -> OwnReminders? {
    decision.mutations.compactMap {
      if case .updatePerson(let person) = $0 { person.notifications.ownReminders } else { nil }
    }.last
  }

  private func settings(_ decision: Decision) -> [PromiseSetting] {
    decision.timeline.compactMap(\.details.setting)
  }

  @Test func `an earlier one is waited for, of the same deadline`() throws {
    let decision = try set(.init(ownReminders: [480]))
    #expect(decision.watch?.nextFireAt == Cast.start + 86_400 - 28_800)
    #expect(decision.watch?.stage == .twoHourReminder)
    #expect(decision.watch?.gen == 1)
    #expect(stored(decision) == [480])
  }

  @Test func `one whose time has passed comes with the next deadline`() throws {
    let decision = try set(.init(ownReminders: [480]), at: 60_000)
    #expect(decision.watch == nil)
    #expect(stored(decision) == [480])
  }

  @Test func `without it the next one is waited for`() throws {
    let old = NotificationPreferences(ownReminders: [480])
    #expect(try set(.init(), on: old).watch?.nextFireAt == Cast.start + 86_400 - 7_200)
  }

  @Test func `a pause goes on, whatever is set`() throws {
    var watch = Cast.watch()
    watch.pausedAt = Cast.start
    watch.pausedUntil = Cast.start + 3 * 86_400
    watch.stage = .twoHourReminder
    watch.nextFireAt = watch.pausedUntil
    #expect(try set(.init(ownReminders: [480, 15]), watch).watch == nil)
  }

  @Test func `an invalid reminder is refused, and nothing changes`() {
    #expect(throws: Refusal.invalidOwnReminder) { try set(.init(ownReminders: [120])) }
    #expect(throws: Refusal.tooManyReminders) {
      try set(.init(ownReminders: [5, 10, 15, 20, 25]))
    }
  }

  @Test func `a change that does not mention them leaves them as they are`() throws {
    let old = NotificationPreferences(ownReminders: [480])
    let decision = try set(.init(notify30MinBefore: true, ownReminders: nil), on: old)
    #expect(stored(decision) == [480])
    let facts = Cast.facts { $0.me.person.notifications = old }
    let reminder = try CheckInSettingsRules.setReminder(facts, 1_800, moment: Cast.moment(60))
    #expect(stored(reminder) == [480])
  }

  @Test func `the record names every reminder there is`() throws {
    let own = NotificationPreferences(ownReminders: [480, 15])
    #expect(settings(try set(own)) == [.reminders([480, 120, 15])])
    #expect(settings(try set(own, on: own)) == [])
    #expect(settings(try set(.init(), on: own)) == [.reminders([120])])
    let off = NotificationPreferences(isNotificationsEnabled: false, ownReminders: [480, 15])
    #expect(settings(try set(off, on: own)) == [.reminder(0)])
    // As before where there are none.
    #expect(settings(try set(.init(notify2HoursBefore: false))) == [.reminder(0)])
    #expect(settings(try set(.init(notify30MinBefore: true))) == [])
  }
}
