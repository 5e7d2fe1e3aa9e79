import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Every change of the own record alike: failed, called off, overtaken by the server's news.
@Suite struct UserChangeTests {
  enum Change: CaseIterable, Sendable {
    case profile
    case picture
    case preferences
    case checkIn
    case interval
    case alert
    case alertEnd

    var action: UserFeature.Action {
      switch self {
      case .profile: .updateProfile(firstName: "Ada", lastName: "Lovelace", emergencyNote: "Keys")
      case .picture: .updateProfileImage(ImageData(bytes: Data(), mimeType: "image/png"))
      case .preferences:
        .updateNotificationPreferences(
          enabled: false, notify30MinBefore: true, notify2HoursBefore: false)
      case .checkIn: .checkIn
      case .interval: .updateCheckInInterval(28_800)
      case .alert: .triggerManualAlert
      case .alertEnd: .clearManualAlert
      }
    }

    func failed(_ error: UserFacingError) -> UserFeature.Action {
      switch self {
      case .profile: .updateProfileFailed(error)
      case .picture: .updateProfileImageFailed(error)
      case .preferences: .updateNotificationPreferencesFailed(error)
      case .checkIn: .checkInFailed(error)
      case .interval: .updateCheckInIntervalFailed(error)
      case .alert: .triggerManualAlertFailed(error)
      case .alertEnd: .clearManualAlertFailed(error)
      }
    }

    func delegate(_ error: UserFacingError) -> UserFeature.Action.Delegate {
      switch self {
      case .profile, .picture: .profileUpdateFailed(error)
      case .preferences: .notificationPreferencesUpdateFailed(error)
      case .checkIn: .checkInFailed(error)
      case .interval: .checkInIntervalUpdateFailed(error)
      case .alert: .manualAlertTriggerFailed(error)
      case .alertEnd: .manualAlertClearFailed(error)
      }
    }
  }

  private func makeStore(
    load: @escaping @Sendable () async throws -> UserData = { Sample.user },
    _ fail: @escaping @Sendable () async throws -> Void
  ) -> TestStoreOf<UserFeature> {
    TestStore(initialState: UserFeature.State(userData: Sample.user)) {
      UserFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now + 60)
      $0.userClient.currentUser = load
      $0.userClient.updateProfile = { _, _, _ in try await fail() }
      $0.userClient.updateProfileImage = { _ in
        try await fail()
        return URL(filePath: "/")
      }
      $0.userClient.updateNotificationPreferences = { _ in try await fail() }
      $0.checkInClient.setCheckInInterval = { _ in try await fail() }
      $0.checkInClient.checkIn = {
        try await fail()
        return Sample.now
      }
      $0.alertClient.activateAlert = {
        try await fail()
        return Sample.now
      }
      $0.alertClient.deactivateAlert = {
        try await fail()
        return Sample.now
      }
      $0.notificationClient.cancelScheduledNotifications = { _ in }
      $0.notificationClient.scheduleCheckInReminder = { _ in }
    }
  }

  @Test(arguments: Change.allCases)
  func `a change that failed is taken back, said, told and loaded anew`(change: Change) async {
    let answer = Answer<UserData>()
    let store = makeStore(load: { try await answer() }) { throw UserError.networkError("") }
    store.exhaustivity = .off
    await store.send(change.action)
    let wanted = store.state.userData
    store.exhaustivity = .on
    await store.receive(.changeTakenBack(Sample.user)) {
      $0.userData = Sample.user
      $0.refused = wanted
      $0.isLoading = true
    }
    await store.receive(change.failed(.networkError)) { $0.error = .networkError }
    await store.receive(.delegate(change.delegate(.networkError)))
    answer.give(Sample.user)
    await store.receive(.loadUserDataResponse(Sample.user)) { $0.isLoading = false }
    await store.receive(.delegate(.userDataUpdated(Sample.user)))
  }

  @Test(arguments: Change.allCases)
  func `a change that was called off is taken back without words`(change: Change) async {
    let store = makeStore { throw CancellationError() }
    store.exhaustivity = .off
    await store.send(change.action)
    await store.receive(.changeTakenBack(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.userData == Sample.user)
    #expect(store.state.error == nil && !store.state.isLoading)
  }

  @Test(arguments: Change.allCases)
  func `news that came while a change was under way is not lost with it`(change: Change) async {
    let answer = Answer<Empty>()
    var newer = Sample.user
    newer.phoneNumber = "+15550000000"
    let record = newer
    let store = makeStore(load: { record }) { _ = try await answer() }
    store.exhaustivity = .off
    await store.send(change.action)
    await store.send(.userUpdated(record))
    answer.fail(CancellationError())
    await store.receive(.loadUserDataResponse(record))
    #expect(store.state.userData == record)
  }

  @Test func `preferences and the end of an alert reach the server`() async {
    let store = makeStore {}
    await store.send(
      .updateNotificationPreferences(
        enabled: true, notify30MinBefore: true, notify2HoursBefore: true)
    ) { $0.userData?.preferences.notify30MinBefore = true }
    await store.receive(.updateNotificationPreferencesSucceeded)
    await store.send(.clearManualAlert)
    await store.receive(.clearManualAlertSucceeded)
    await store.finish()
  }

  @Test func `a reminder that is not offered is refused before the server is asked`() async {
    let store = makeStore {}
    await store.send(.updateReminderInterval(1_000))
    let error = Refusal.invalidReminder.userFacingError
    await store.receive(.updateNotificationPreferencesFailed(error)) { $0.error = error }
    await store.receive(.delegate(.notificationPreferencesUpdateFailed(error)))
  }

  // MARK: Loading

  @Test func `a load that was called off shows nothing, and a second replaces the first`() async {
    let calls = Calls<Int>()
    let answer = Answer<UserData>()
    let store = makeStore(load: {
      if calls.next() == 1 { throw CancellationError() }
      return try await answer()
    }) {}
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.receive(.loadCancelled) { $0.isLoading = false }
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.send(.loadUserData)
    answer.give(Sample.user)
    await store.receive(.loadUserDataResponse(Sample.user)) { $0.isLoading = false }
    await store.receive(.delegate(.userDataUpdated(Sample.user)))
    #expect(answer.cancellations == 1)
    await store.send(.onAppear)
  }

  @Test func `the stream's record wins over an older answer on its way`() async {
    let answer = Answer<UserData>()
    let store = makeStore(load: { try await answer() }) {}
    var newer = Sample.user
    newer.firstName = "Ada"
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.send(.userUpdated(newer)) { [newer] in
      $0.isLoading = false
      $0.userData = newer
    }
    answer.give(Sample.user)
    await store.finish()
  }
}
