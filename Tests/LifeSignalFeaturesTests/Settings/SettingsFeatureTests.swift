import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct SettingsFeatureTests {
  private static let server = NotificationPreferences(pingNotifications: false)

  private func makeStore(
    load: @escaping @Sendable () async throws -> NotificationPreferences = { server },
    save: @escaping @Sendable (Edit<NotificationPreferences>) async throws -> Void = { _ in }
  ) -> TestStoreOf<SettingsFeature> {
    TestStore(initialState: SettingsFeature.State()) {
      SettingsFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      $0.settingsClient.getNotificationPreferences = load
      $0.notificationClient.updateNotificationSettings = save
      $0.notificationClient.getAuthorizationStatus = { .authorized }
      $0.notificationClient.cancelScheduledNotifications = { _ in }
      $0.notificationClient.scheduleCheckInReminder = { _ in }
      $0.preferencesClient.setData = { _, _ in }
      $0.userClient.currentUser = { Sample.user }
    }
  }

  @Test func `the settings are loaded once and shown`() async {
    let store = makeStore()
    await store.send(.loadSettings) { $0.isLoading = true }
    await store.receive(.settingsLoaded(Self.server)) {
      $0.isLoading = false
      $0.hasLoaded = true
    }
    await store.receive(.preferences(.updateNotificationState(Self.server))) {
      $0.preferences.preferences = Self.server
    }
    await store.send(.onAppear)
  }

  @Test func `what the stream brings is newer than the answer under way`() async {
    let answer = Answer<NotificationPreferences>()
    let store = makeStore(load: { try await answer() })
    await store.send(.loadSettings) { $0.isLoading = true }
    let newer = NotificationPreferences(pingNotifications: false)
    await store.send(.preferences(.updateNotificationState(newer))) {
      $0.preferences.preferences = newer
      $0.isLoading = false
      $0.hasLoaded = true
    }
    await store.finish()
    #expect(answer.cancellations == 1)
  }

  @Test func `appearing also asks what the device allows`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.finish()
    #expect(store.state.hasLoaded)
    #expect(store.state.preferences.authorizationStatus == .authorized)
  }

  @Test(arguments: [true, false])
  func `settings that do not come say why, unless they were called off`(fails: Bool) async {
    let store = makeStore(load: {
      if fails { throw SettingsError.serverError("") }
      throw CancellationError()
    })
    await store.send(.loadSettings) { $0.isLoading = true }
    if fails {
      await store.receive(.settingsLoadFailed(.serverError)) {
        $0.isLoading = false
        $0.error = .serverError
      }
      await store.send(.setError(nil)) { $0.error = nil }
      await store.receive(.preferences(.clearError))
    } else {
      await store.receive(.loadCancelled) { $0.isLoading = false }
    }
  }

  typealias Switch = any WritableKeyPath<NotificationPreferences, Bool> & Sendable

  static let switches: [(SettingsFeature.Action, Switch)] = [
    (.toggleAlertNotifications, \.alertNotifications),
    (.togglePingNotifications, \.pingNotifications),
    (.toggleCheckInNotifications, \.checkInNotifications),
    (.toggleContactNotifications, \.contactNotifications),
  ]

  @Test(arguments: switches)
  func `each switch alone is saved`(
    action: SettingsFeature.Action, path: Switch
  ) async {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore(save: { saved.note($0) })
    store.exhaustivity = .off
    await store.send(action)
    await store.receive(.updateSettingsResponse(.success(Empty())))
    var wanted = NotificationPreferences()
    wanted[keyPath: path] = false
    #expect(saved.all == [Edit(wanted, seen: NotificationPreferences())])
    let others = NotificationPreferences(
      alertNotifications: false, pingNotifications: false, checkInNotifications: false,
      contactNotifications: false)
    var stored = others
    stored[keyPath: path] = true
    #expect(saved.all.first?.applied(to: stored) == others)
    await store.send(.preferences(.updateNotificationState(wanted)))
    #expect(store.state.preferences.preferences == wanted)
  }

  @Test func `a switch that was not saved stays as it is and says why`() async {
    let store = makeStore(save: { _ in throw NotificationError.networkError("") })
    await store.send(.togglePingNotifications)
    await store.receive(.preferences(.togglePingNotifications)) {
      $0.preferences.wanted = Edit(
        NotificationPreferences(pingNotifications: false), seen: NotificationPreferences())
      $0.preferences.isLoading = true
    }
    await store.receive(.preferences(.updateNotificationPreferencesError(.networkError))) {
      $0.preferences.isLoading = false
      $0.preferences.error = .networkError
    }
    await store.receive(.updateSettingsResponse(.failure(.networkError))) {
      $0.error = .networkError
    }
  }

  @Test func `done leaves`() async {
    let store = makeStore()
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}
