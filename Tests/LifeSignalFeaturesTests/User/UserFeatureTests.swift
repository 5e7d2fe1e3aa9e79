import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct UserFeatureTests {
  private static let url = URL(string: "/pictures/new")!
  private let cancelled = Calls<[String]>()
  private let scheduled = Calls<Date>()

  private func makeStore(
    _ clients: @escaping (inout DependencyValues) -> Void
  ) -> TestStoreOf<UserFeature> {
    TestStore(initialState: UserFeature.State(userData: Sample.user)) {
      UserFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now + 60)
      $0.userClient.currentUser = { Sample.user }
      $0.notificationClient.cancelScheduledNotifications = { [cancelled] in cancelled.note($0) }
      $0.notificationClient.scheduleCheckInReminder = { [scheduled] in scheduled.note($0) }
      clients(&$0)
    }
  }

  @Test func `a profile shows at once and reaches the server`() async {
    let calls = Calls<[String]>()
    let store = makeStore { $0.userClient.updateProfile = { calls.note([$0, $1, $2]) } }
    await store.send(.updateFirstName(" Ada "))
    await store.receive(.updateProfile(firstName: " Ada ", lastName: "Johnson", emergencyNote: ""))
    {
      $0.userData?.firstName = "Ada"
    }
    await store.receive(.updateProfileSucceeded)
    await store.receive(.delegate(.profileUpdated(store.state.userData!)))
    #expect(calls.all == [["Ada", "Johnson", ""]])
  }

  @Test func `what was not saved is taken back and loaded again`() async {
    let store = makeStore {
      $0.userClient.updateProfile = { _, _, _ in throw UserError.networkError("") }
    }
    await store.send(.updateEmergencyNote("Keys at 12"))
    await store.receive(
      .updateProfile(firstName: "Sarah", lastName: "Johnson", emergencyNote: "Keys at 12")
    ) {
      $0.userData?.emergencyNote = "Keys at 12"
    }
    await store.receive(.changeTakenBack(Sample.user)) {
      $0.refused = $0.userData
      $0.userData = Sample.user
      $0.isLoading = true
    }
    store.exhaustivity = .off
    await store.receive(.updateProfileFailed(.networkError))
    #expect(store.state.error == .networkError)
    await store.receive(.loadUserDataResponse(Sample.user))
    #expect(!store.state.isLoading && store.state.userData == Sample.user)
  }

  @Test func `an empty name is refused before the server is asked`() async {
    let store = makeStore { _ in }
    store.exhaustivity = .off
    await store.send(.updateLastName("  "))
    await store.receive(\.updateProfileFailed)
    #expect(store.state.userData == Sample.user)
  }

  @Test func `a check-in moves the reminders to the new deadline`() async {
    let now = Sample.now + 60
    let store = makeStore { $0.checkInClient.checkIn = { now } }
    await store.send(.checkIn) { $0.userData?.lastCheckedIn = now }
    await store.receive(.checkInSucceeded(now))
    await store.receive(.delegate(.checkInPerformed(now)))
    await store.finish()
    let (old, new) = (Sample.now + 86_400, now + 86_400)
    let second = { (date: Date) in Int(date.timeIntervalSince1970) }
    #expect(cancelled.all.first?.first == "checkInReminder-\(second(old))-30")
    #expect(cancelled.all.last?.first == "checkInReminder-\(second(new))-30")
    #expect(scheduled.all == [new - 7_200])
  }

  @Test func `an interval counts from the last check-in, not from now`() async {
    let store = makeStore { $0.checkInClient.setCheckInInterval = { _ in } }
    await store.send(.updateCheckInInterval(28_800)) { $0.userData?.checkInInterval = 28_800 }
    await store.receive(.updateCheckInIntervalSucceeded(28_800))
    await store.receive(.delegate(.checkInIntervalUpdated(28_800)))
    await store.finish()
    #expect(scheduled.all == [Sample.now + 28_800 - 7_200])
  }

  @Test func `a reminder is one of those offered`() async {
    let saved = Calls<NotificationPreferences>()
    let store = makeStore { $0.userClient.updateNotificationPreferences = { saved.note($0) } }
    store.exhaustivity = .off
    await store.send(.updateReminderInterval(1_800))
    await store.receive(.updateNotificationPreferencesSucceeded)
    #expect(saved.all.map(\.reminderInterval) == [1_800])
    await store.send(.updateReminderInterval(1_000))
    await store.receive(\.updateNotificationPreferencesFailed)
    #expect(saved.count == 1)
  }

  @Test func `an alert shows at once and is taken back when it did not get out`() async {
    let start = Sample.now + 61
    let store = makeStore { $0.alertClient.activateAlert = { start } }
    await store.send(.triggerManualAlert) {
      $0.userData?.manualAlertActive = true
      $0.userData?.manualAlertTimestamp = Sample.now + 60
    }
    await store.receive(.triggerManualAlertSucceeded(start)) {
      $0.userData?.manualAlertTimestamp = start
    }
    let failing = makeStore { $0.alertClient.activateAlert = { throw AlertError.networkError("") } }
    failing.exhaustivity = .off
    await failing.send(.triggerManualAlert)
    await failing.receive(.delegate(.manualAlertTriggerFailed(.networkError)))
    #expect(failing.state.userData?.manualAlertActive == false)
  }

  @Test func `ending an alert that fails leaves it on`() async {
    let active = Sample.user.with { $0.manualAlertActive = true }
    let store = makeStore {
      $0.userClient.currentUser = { active }
      $0.alertClient.deactivateAlert = { throw AlertError.networkError("") }
    }
    store.exhaustivity = .off
    await store.send(.userUpdated(active))
    await store.send(.clearManualAlert)
    await store.receive(.delegate(.manualAlertClearFailed(.networkError)))
    #expect(store.state.userData?.manualAlertActive == true)
  }

  @Test func `a picture has its address from the server`() async {
    let store = makeStore { $0.userClient.updateProfileImage = { _ in Self.url } }
    await store.send(.updateProfileImage(ImageData(bytes: Data(), mimeType: "")))
    await store.receive(.updateProfileImageSucceeded(Self.url)) {
      $0.userData?.profileImageURL = Self.url
    }
    await store.receive(.delegate(.profileUpdated(store.state.userData!)))
  }

  @Test func `the stream replaces an older load, and a second stream the first`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: UserData.self)
    let store = makeStore { $0.userClient.userStream = { stream } }
    let renamed = Sample.user.with { $0.firstName = "Ada" }
    await store.send(.streamUserUpdates)
    continuation.yield(renamed)
    await store.receive(.userUpdated(renamed)) { $0.userData = renamed }
    continuation.finish()
    await store.finish()
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.dismissError) { $0.error = nil }
  }

  @Test func `appearing loads where nothing is known`() async {
    let store = TestStore(initialState: UserFeature.State()) {
      UserFeature()
    } withDependencies: {
      $0.userClient.currentUser = { throw UserError.networkError("") }
    }
    await store.send(.onAppear)
    await store.receive(.loadUserData) { $0.isLoading = true }
    await store.receive(.loadUserDataFailed(.networkError)) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.receive(.delegate(.userDataLoadFailed(.networkError)))
    // Nobody is signed in: there is nothing to change.
    await store.send(.checkIn)
  }
}

extension UserData {
  fileprivate func with(_ change: (inout UserData) -> Void) -> UserData {
    var copy = self
    change(&copy)
    return copy
  }
}
