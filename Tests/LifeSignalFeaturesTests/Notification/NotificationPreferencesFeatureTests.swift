import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@Suite struct NotificationPreferencesFeatureTests {
  private let stored = Calls<Data?>()
  private let cancelled = Calls<[String]>()
  private let scheduled = Calls<Date>()

  private func makeStore(
    status: NotificationAuthorizationStatus = .authorized, grants: Bool = true,
    _ save: @escaping @Sendable (Edit<NotificationPreferences>) async throws -> Void
  ) -> TestStoreOf<NotificationPreferencesFeature> {
    TestStore(initialState: NotificationPreferencesFeature.State()) {
      NotificationPreferencesFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      $0.notificationClient.updateNotificationSettings = save
      $0.notificationClient.getAuthorizationStatus = { status }
      $0.notificationClient.requestAuthorization = { grants }
      $0.notificationClient.cancelScheduledNotifications = { [cancelled] in cancelled.note($0) }
      $0.notificationClient.scheduleCheckInReminder = { [scheduled] in scheduled.note($0) }
      $0.preferencesClient.setData = { [stored] data, key in
        if key == "notificationPreferences" { stored.note(data) }
      }
      $0.userClient.currentUser = { Sample.user }
    }
  }

  @Test func `a change is saved with what was seen, kept on the device and then shown`()
    async throws
  {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore { saved.note($0) }
    let wanted = NotificationPreferences(notify30MinBefore: true, notify2HoursBefore: false)
    await store.send(.updateNotificationPreferences(notify30Min: true, notify2Hours: false)) {
      $0.isLoading = true
      $0.wanted = Edit(wanted, seen: NotificationPreferences())
    }
    await store.receive(.updateNotificationPreferencesSucceeded) {
      $0.isLoading = false
      $0.wanted = nil
      $0.preferences = wanted
      $0.isFeedbackPresented = true
    }
    #expect(saved.all == [Edit(wanted, seen: NotificationPreferences())])
    let data = try #require(stored.all.first ?? nil)
    #expect(try JSONDecoder().decode(NotificationPreferences.self, from: data) == wanted)
  }

  @Test func `reminders are scheduled again from the deadline, one per switch`() async {
    let store = makeStore { _ in }
    store.exhaustivity = .off
    await store.send(.updateNotificationPreferences(notify30Min: true, notify2Hours: true))
    await store.receive(.updateNotificationPreferencesSucceeded)
    let expiration = Sample.now + 86_400
    let second = Int(expiration.timeIntervalSince1970)
    #expect(cancelled.all == [["checkInReminder-\(second)-30", "checkInReminder-\(second)-120"]])
    #expect(Set(scheduled.all) == [expiration - 1_800, expiration - 7_200])
    // None when all is off.
    await store.send(.updateNotificationSettings(enabled: false))
    await store.receive(.updateNotificationSettingsSucceeded)
    #expect(cancelled.count == 2 && scheduled.count == 2)
  }

  @Test func `a change that was not saved is not shown`() async {
    let store = makeStore { _ in throw NotificationError.networkError("") }
    await store.send(.updateNotificationSettings(enabled: false)) {
      $0.isLoading = true
      $0.wanted = Edit(
        NotificationPreferences(isNotificationsEnabled: false), seen: NotificationPreferences())
    }
    await store.receive(.updateNotificationSettingsError(.networkError)) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.send(.clearError) { $0.error = nil }
    #expect(stored.count == 0)
  }

  @Test func `a change that was called off is not shown, without words`() async {
    let store = makeStore { _ in throw CancellationError() }
    await store.send(.togglePingNotifications) {
      $0.isLoading = true
      $0.wanted = Edit(
        NotificationPreferences(pingNotifications: false), seen: NotificationPreferences())
    }
    await store.receive(.requestCancelled) {
      $0.isLoading = false
      $0.wanted = nil
    }
  }

  @Test func `one change at a time; the answer does not replace what the stream has brought`() async
  {
    let answer = Answer<Empty>()
    let store = makeStore { _ in _ = try await answer() }
    await store.send(.toggleAlertNotifications) {
      $0.isLoading = true
      $0.wanted = Edit(
        NotificationPreferences(alertNotifications: false), seen: NotificationPreferences())
    }
    await store.send(.toggleContactNotifications)
    let elsewhere = NotificationPreferences(checkInNotifications: false)
    await store.send(.updateNotificationState(elsewhere)) { $0.preferences = elsewhere }
    answer.give(Empty())
    await store.receive(.updateNotificationPreferencesSucceeded) {
      $0.isLoading = false
      $0.wanted = nil
      $0.isFeedbackPresented = true
    }
  }

  @Test(arguments: [
    (NotificationAuthorizationStatus.notDetermined, true, true), (.notDetermined, false, false),
    (.denied, false, false), (.authorized, false, true), (.provisional, false, true),
  ])
  func `notifications that the device forbids cannot be switched on`(
    status: NotificationAuthorizationStatus, grants: Bool, passes: Bool
  ) async {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore(status: status, grants: grants) { saved.note($0) }
    store.exhaustivity = .off
    await store.send(
      .updateNotificationState(NotificationPreferences(isNotificationsEnabled: false)))
    await store.send(.updateNotificationSettings(enabled: true))
    if passes {
      await store.receive(.updateNotificationSettingsSucceeded)
    } else {
      await store.receive(.updateNotificationSettingsError(.notificationPermissionDenied))
    }
    #expect(saved.all.map(\.wanted.isNotificationsEnabled) == (passes ? [true] : []))
  }

  @Test func `checking for permission stores the answer`() async {
    let store = makeStore { _ in }
    await store.send(.checkAuthorizationStatus)
    await store.receive(.authorizationStatusUpdated(.authorized)) {
      $0.authorizationStatus = .authorized
    }
  }

  @Test func `each switch that was not saved stays as it is and says why`() async {
    let store = makeStore { _ in throw NotificationError.serverError("") }
    let switches:
      [(
        NotificationPreferencesFeature.Action,
        any WritableKeyPath<NotificationPreferences, Bool> & Sendable
      )] = [
        (.toggleAlertNotifications, \.alertNotifications),
        (.togglePingNotifications, \.pingNotifications),
        (.toggleCheckInNotifications, \.checkInNotifications),
        (.toggleContactNotifications, \.contactNotifications),
      ]
    for (action, path) in switches {
      var wanted = NotificationPreferences()
      wanted[keyPath: path] = false
      await store.send(action) { [wanted] in
        $0.isLoading = true
        $0.wanted = Edit(wanted, seen: NotificationPreferences())
        $0.error = nil
      }
      await store.receive(.updateNotificationPreferencesError(.serverError)) {
        $0.isLoading = false
        $0.error = .serverError
      }
    }
  }

  @Test(arguments: [(true, nil), (nil, false)] as [(Bool?, Bool?)])
  func `a reminder's switch changes neither the other one nor what another browser changed`(
    notify30Min: Bool?, notify2Hours: Bool?
  ) async throws {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore { saved.note($0) }
    store.exhaustivity = .off
    await store.send(
      .updateNotificationPreferences(notify30Min: notify30Min, notify2Hours: notify2Hours))
    await store.receive(.updateNotificationPreferencesSucceeded)
    let edit = try #require(saved.all.first)
    #expect(edit.changes(\.notify30MinBefore) == (notify30Min != nil))
    #expect(edit.changes(\.notify2HoursBefore) == (notify2Hours != nil))
    let elsewhere = NotificationPreferences(pingNotifications: false)
    #expect(edit.applied(to: elsewhere).pingNotifications == false)
  }

  @Test func `a refused change alone is saved the second time`() async {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore { saved.note($0) }
    let refused = Edit(
      NotificationPreferences(pingNotifications: false), seen: NotificationPreferences())
    let elsewhere = NotificationPreferences(notify30MinBefore: true)
    await store.send(.updateNotificationState(elsewhere)) { $0.preferences = elsewhere }
    let again = Edit(
      NotificationPreferences(notify30MinBefore: true, pingNotifications: false), seen: elsewhere)
    await store.send(.savePreferences(refused)) {
      $0.isLoading = true
      $0.wanted = again
    }
    await store.receive(.updateNotificationPreferencesSucceeded) {
      $0.isLoading = false
      $0.wanted = nil
      $0.preferences = again.wanted
      $0.isFeedbackPresented = true
    }
    #expect(saved.all == [again])
  }

  @Test func `switching on asks the device, also the second time`() async {
    let saved = Calls<Edit<NotificationPreferences>>()
    let store = makeStore(status: .denied, grants: false) { saved.note($0) }
    store.exhaustivity = .off
    let off = NotificationPreferences(isNotificationsEnabled: false)
    await store.send(.updateNotificationState(off))
    await store.send(.savePreferences(Edit(NotificationPreferences(), seen: off)))
    await store.receive(.updateNotificationSettings(enabled: true))
    await store.receive(.updateNotificationSettingsError(.notificationPermissionDenied))
    #expect(!store.state.isNotificationsEnabled && saved.count == 0)
  }

  @Test func `a push token is handed on, and said when it could not be`() async {
    let calls = Calls<String?>()
    let store = makeStore { _ in }
    store.dependencies.userClient.updatePushToken = {
      calls.note($0)
      switch calls.count {
      case 1: break
      case 2: throw UserError.networkError("")
      default: throw CancellationError()
      }
    }
    await store.send(.updateFCMToken("a"))
    await store.receive(.updateFCMTokenSucceeded)
    await store.send(.updateFCMToken("b"))
    await store.receive(.updateFCMTokenError(.networkError)) { $0.error = .networkError }
    await store.send(.clearError) { $0.error = nil }
    await store.send(.updateFCMToken("c"))
    await store.receive(.updateFCMTokenSucceeded)
    #expect(calls.all == ["a", "b", "c"])
  }
}
