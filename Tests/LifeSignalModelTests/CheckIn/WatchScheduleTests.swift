import Foundation
import LifeSignalModel
import Testing

@Suite struct WatchScheduleTests {
  static func preferences(_ twoHours: Bool, _ thirty: Bool, master: Bool = true)
    -> NotificationPreferences
  {
    NotificationPreferences(
      isNotificationsEnabled: master, notify30MinBefore: thirty, notify2HoursBefore: twoHours)
  }

  @Test(arguments: [
    (86_400.0, 600.0, preferences(true, true), [0, 1, 2, 3]),
    (86_400, 600, preferences(true, false), [0, 2, 3]),
    (86_400, 600, preferences(false, true), [1, 2, 3]),
    (86_400, 600, preferences(true, true, master: false), [2, 3]),
    (86_400, 0, preferences(true, true), [0, 1, 3]),
    (7_200, 600, preferences(true, true), [1, 2, 3]),
    (3_600, 0, preferences(true, false), [3]),
  ])
  func `steps follow preferences, interval and grace`(
    interval: TimeInterval, grace: TimeInterval, preferences: NotificationPreferences,
    stages: [Int]
  ) {
    let steps = WatchSchedule.steps(
      of: Cast.watch(interval: interval, grace: grace), preferences)
    #expect(steps.map(\.stage.rawValue) == stages)
    #expect(steps.map(\.at) == steps.map(\.at).sorted())
    #expect(steps.last?.at == Cast.start + interval + grace)
  }

  @Test(
    arguments: [
      (0.0, nil), (79_199, nil), (79_200, Watch.Stage.twoHourReminder),
      (86_399, .twoHourReminder), (86_400, .deadline), (86_999, .deadline), (87_000, .alarm),
      (1_000_000, .alarm),
    ] as [(TimeInterval, Watch.Stage?)])
  func `only the latest step that has come is due`(
    seconds: TimeInterval, stage: Watch.Stage?
  ) {
    let preferences = NotificationPreferences()
    #expect(
      WatchSchedule.due(Cast.watch(), at: Cast.start + seconds, preferences)?.stage == stage)
  }

  @Test func `nothing is due once missed, or before the first check-in`() {
    let later = Cast.start + 1_000_000
    #expect(WatchSchedule.due(Cast.missedWatch(), at: later, NotificationPreferences()) == nil)
    #expect(WatchSchedule.due(Watch(person: "1"), at: later, NotificationPreferences()) == nil)
  }
}
