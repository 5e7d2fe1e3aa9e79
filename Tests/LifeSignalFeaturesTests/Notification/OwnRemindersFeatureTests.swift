import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct OwnRemindersFeatureTests {
  private let saved = Calls<Edit<NotificationPreferences>>()
  private let cancelled = Calls<[String]>()
  private let scheduled = Calls<Date>()

  private func makeStore(
    _ own: OwnReminders = [], failing error: NotificationError? = nil
  ) -> TestStoreOf<NotificationPreferencesFeature> {
    var state = NotificationPreferencesFeature.State()
    state.preferences.ownReminders = own
    return TestStore(initialState: state) {
      NotificationPreferencesFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      $0.notificationClient.updateNotificationSettings = { [saved] in
        saved.note($0)
        if let error { throw error }
      }
      $0.notificationClient.cancelScheduledNotifications = { [cancelled] in cancelled.note($0) }
      $0.notificationClient.scheduleCheckInReminder = { [scheduled] in scheduled.note($0) }
      $0.preferencesClient.setData = { _, _ in }
      $0.userClient.currentUser = { Sample.user }
    }
  }

  private func identifiers(_ minutes: Int...) -> [String] {
    let second = Int((Sample.now + 86_400).timeIntervalSince1970)
    return minutes.map { "checkInReminder-\(second)-\($0)" }
  }

  @Test func `the one picked is saved with the others`() async {
    let store = makeStore()
    await store.send(.ownReminderChosen(240)) { $0.chosenReminder = 240 }
    await store.send(.addOwnReminderTapped) {
      $0.chosenReminder = nil
      $0.isLoading = true
      $0.wanted = Edit(
        NotificationPreferences(ownReminders: [240]), seen: NotificationPreferences())
    }
    await store.receive(.updateNotificationPreferencesSucceeded) {
      $0.isLoading = false
      $0.wanted = nil
      $0.preferences.ownReminders = [240]
      $0.isFeedbackPresented = true
    }
    #expect(saved.all.map(\.wanted) == [NotificationPreferences(ownReminders: [240])])
    #expect(cancelled.all == [identifiers(30, 120, 240)])
    let expiration = Sample.now + 86_400
    #expect(scheduled.all == [expiration - 14_400, expiration - 7_200])
  }

  @Test func `one is removed, on the device as well`() async {
    let store = makeStore([480, 15])
    await store.send(.removeOwnReminderTapped(480)) {
      $0.isLoading = true
      $0.wanted = Edit(
        NotificationPreferences(ownReminders: [15]), seen: $0.preferences)
    }
    await store.receive(.updateNotificationPreferencesSucceeded) {
      $0.isLoading = false
      $0.wanted = nil
      $0.preferences.ownReminders = [15]
      $0.isFeedbackPresented = true
    }
    #expect(saved.all.map(\.wanted.ownReminders) == [[15]])
    #expect(cancelled.all == [identifiers(30, 120, 480, 15)])
  }

  @Test func `a reminder that was not saved is not shown`() async {
    let store = makeStore([480], failing: .networkError(""))
    await store.send(.addOwnReminderTapped) {
      $0.isLoading = true
      // Nothing was picked: the shortest.
      $0.wanted = Edit(
        NotificationPreferences(ownReminders: [480, 5]), seen: $0.preferences)
    }
    // One change at a time.
    await store.send(.addOwnReminderTapped)
    await store.send(.removeOwnReminderTapped(480))
    await store.receive(.updateNotificationPreferencesError(.networkError)) {
      $0.isLoading = false
      $0.error = .networkError
    }
    #expect(saved.count == 1 && scheduled.count == 0)
  }

  @Test func `four are enough`() async {
    let store = makeStore([480, 240, 60, 15])
    #expect(store.state.offeredReminders == [])
    await store.send(.addOwnReminderTapped) {
      $0.error = Refusal.tooManyReminders.userFacingError
    }
    #expect(saved.count == 0)
  }

  @Test func `an existing reminder is not offered again`() async {
    let store = makeStore([480, 5])
    #expect(store.state.offeredReminders == [15, 60, 240, 720, 1_440, 2_880])
    await store.send(.ownReminderChosen(480)) { $0.chosenReminder = 480 }
    #expect(store.state.reminderToAdd == 15)
  }
}
