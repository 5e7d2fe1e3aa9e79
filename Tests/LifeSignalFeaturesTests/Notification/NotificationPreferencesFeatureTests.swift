import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct NotificationPreferencesFeatureTests {
  private func makeStore(
    _ save: @escaping @Sendable (NotificationPreferences) async throws -> Void
  ) -> TestStoreOf<NotificationPreferencesFeature> {
    TestStore(initialState: NotificationPreferencesFeature.State()) {
      NotificationPreferencesFeature()
    } withDependencies: {
      $0.notificationClient.updateNotificationSettings = save
    }
  }

  @Test func `a change shows at once and is saved whole`() async {
    let saved = Calls<NotificationPreferences>()
    let store = makeStore { saved.note($0) }
    await store.send(.updateNotificationPreferences(notify30Min: true, notify2Hours: false)) {
      $0.isLoading = true
      $0.preferences.notify30MinBefore = true
      $0.preferences.notify2HoursBefore = false
    }
    await store.receive(.saveSucceeded) { $0.isLoading = false }
    #expect(
      saved.all == [NotificationPreferences(notify30MinBefore: true, notify2HoursBefore: false)])
  }

  @Test func `a change that was not saved is taken back`() async {
    let store = makeStore { _ in throw NotificationError.networkError("") }
    await store.send(.updateNotificationSettings(enabled: false)) {
      $0.isLoading = true
      $0.preferences.isNotificationsEnabled = false
    }
    await store.receive(.saveFailed(NotificationPreferences(), .networkError)) {
      $0.isLoading = false
      $0.preferences.isNotificationsEnabled = true
      $0.error = .networkError
    }
  }

  @Test func `a change that was called off is taken back without words`() async {
    let store = makeStore { _ in throw CancellationError() }
    await store.send(.togglePingNotifications) {
      $0.isLoading = true
      $0.preferences.pingNotifications = false
    }
    await store.receive(.saveFailed(NotificationPreferences(), nil)) {
      $0.isLoading = false
      $0.preferences.pingNotifications = true
    }
  }

  @Test func `one change at a time; the server's record waits for it`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ in _ = try await answer() }
    await store.send(.toggleAlertNotifications) {
      $0.isLoading = true
      $0.preferences.alertNotifications = false
    }
    await store.send(.toggleContactNotifications)
    await store.send(.updateNotificationState(NotificationPreferences()))
    answer.give(Empty())
    await store.receive(.saveSucceeded) { $0.isLoading = false }
    await store.send(.updateNotificationState(NotificationPreferences())) {
      $0.preferences = NotificationPreferences()
    }
  }
}
