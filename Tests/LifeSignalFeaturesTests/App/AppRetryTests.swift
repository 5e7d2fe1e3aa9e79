import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// What failed on any screen is said above all of them, and its repeat does the same once more.
@Suite struct AppRetryTests {
  private let scene = AppScene()
  private let clock = TestClock()

  /// Fails the first time with a lost connection.
  private static func once(_ calls: Calls<Int>) throws {
    if calls.next() == 1 { throw URLError(.timedOut) }
  }

  private func signedIn(
    _ update: (inout DependencyValues) -> Void
  ) async -> TestStoreOf<AppFeature> {
    let store = await scene.signedIn {
      $0.continuousClock = clock
      $0.userClient.currentUser = { Sample.user }
      $0.notificationClient.scheduleCheckInReminder = { _ in }
      $0.notificationClient.cancelScheduledNotifications = { _ in }
      $0.preferencesClient.setData = { _, _ in }
      update(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func expect(
    _ title: Phrase, _ retry: RetryOperation?, in store: TestStoreOf<AppFeature>,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      store.state.errorAlert
        == AppErrorAlert(title: title, error: .requestTimeout, retry: retry),
      sourceLocation: location)
  }

  // MARK: Loading

  @Test func `a record and a list that did not come are loaded from their alerts`() async {
    let store = await signedIn { $0.contactClient.getContacts = { [] } }
    await store.send(.userDataError(.requestTimeout))
    expect("We couldn’t load your data", .loadUserData, in: store)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.user(.loadUserDataResponse(Sample.user)))
    await store.send(.contactsStreamError(.requestTimeout))
    expect("We couldn’t load your contacts", .loadContacts, in: store)
    await store.send(.errorAlert(.dismiss))
    #expect(store.state.errorAlert == nil)
    await store.send(.contactsStreamError(.requestTimeout))
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.contacts(.contactsLoaded([])))
    // Nothing is left that a late second tap could repeat.
    await store.send(.errorAlert(.presented(.retry)))
    await store.cancelInFlightEffects()
  }

  // MARK: The profile

  @Test func `a name that was not saved stays in its editor and is saved from the alert`() async {
    let calls = Calls<Int>()
    let sent = Calls<Edit<Profile>>()
    let store = await signedIn {
      $0.userClient.updateProfile = {
        sent.note($0)
        try Self.once(calls)
      }
    }
    await store.send(.mainTab(.profile(.setShowEditNameSheet(true))))
    await store.receive(.mainTab(.profile(.startEditing)))
    await store.send(.mainTab(.profile(.setEditing(.lastName, " Connor"))))
    await store.send(.mainTab(.profile(.updateProfile)))
    await store.receive(.mainTab(.profile(.setError(nil))))
    let wanted = Edit(
      Profile(firstName: "Sarah", lastName: "Connor"),
      seen: Profile(firstName: "Sarah", lastName: "Johnson"))
    expect("We couldn’t save your profile", .updateProfile(wanted), in: store)
    #expect(store.state.mainTab?.profile.error == nil)
    #expect(store.state.mainTab?.profile.showEditNameSheet == true)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.profile(.updateProfileResponse(.success(Empty())))))
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.profile.showEditNameSheet == false)
    #expect(sent.all == [wanted, wanted])
    await store.cancelInFlightEffects()
  }

  @Test func `a note whose editor was closed meanwhile is saved from the alert`() async {
    let calls = Calls<Int>()
    let sent = Calls<Edit<Profile>>()
    let store = await signedIn {
      $0.userClient.updateProfile = {
        sent.note($0)
        // Twice: the repeat of a repeat does the same once more.
        if calls.next() < 3 { throw URLError(.timedOut) }
      }
    }
    await store.send(.mainTab(.profile(.setShowEditDescriptionSheet(true))))
    await store.receive(.mainTab(.profile(.startEditing)))
    await store.send(.mainTab(.profile(.setEditing(.emergencyNote, "Keys at 12"))))
    await store.send(.mainTab(.profile(.updateProfile)))
    await store.receive(.mainTab(.profile(.setError(nil))))
    let wanted = Edit(
      Profile(firstName: "Sarah", lastName: "Johnson", emergencyNote: "Keys at 12"),
      seen: Profile(firstName: "Sarah", lastName: "Johnson"))
    expect("We couldn’t save your profile", .updateProfile(wanted), in: store)
    await store.send(.mainTab(.profile(.setShowEditDescriptionSheet(false))))
    await store.receive(.mainTab(.profile(.cancelEditing)))
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.user(.updateProfileFailed(wanted, .requestTimeout)))
    expect("We couldn’t save your profile", .updateProfile(wanted), in: store)
    await store.send(.errorAlert(.presented(.retry))).finish()
    #expect(sent.all == Array(repeating: wanted, count: 3))
    await store.cancelInFlightEffects()
  }

  @Test func `a name that is refused is no case for a repeat`() async {
    let store = await signedIn {
      $0.userClient.updateProfile = { _ in throw Refusal.invalidName }
    }
    await store.send(.mainTab(.profile(.startEditing)))
    await store.send(.mainTab(.profile(.setEditing(.lastName, "1"))))
    await store.send(.mainTab(.profile(.updateProfile)))
    await store.receive(
      .mainTab(.profile(.updateProfileResponse(.failure(Refusal.invalidName.userFacingError)))))
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.profile.error == Refusal.invalidName.userFacingError)
    await store.cancelInFlightEffects()
  }

  @Test func `both steps of moving to another number are repeated from the alert`() async {
    let (codes, moves) = (Calls<Int>(), Calls<Int>())
    let store = await signedIn {
      $0.authClient.sendVerificationCode = { _, _ in
        try Self.once(codes)
        return "v"
      }
      $0.authClient.updatePhoneNumber = { _, _, _ in
        try Self.once(moves)
        return "+12125550199"
      }
    }
    await store.send(.mainTab(.profile(.startPhoneNumberChange)))
    await store.send(.mainTab(.profile(.setEditingPhone("2125550199"))))
    await store.send(.mainTab(.profile(.sendPhoneChangeVerificationCode)))
    await store.receive(\.mainTab.profile.sendPhoneChangeVerificationCodeResponse.failure)
    expect("We couldn’t change your number", .updatePhoneNumber, in: store)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(
      .mainTab(.profile(.sendPhoneChangeVerificationCodeResponse(.success("v")))))
    await store.send(.mainTab(.profile(.setVerificationCode("123456"))))
    await store.send(.mainTab(.profile(.verifyPhoneChangeCode)))
    await store.receive(
      .mainTab(.profile(.updateUserPhoneNumberResponse(.failure(.requestTimeout)))))
    expect("We couldn’t change your number", .updatePhoneNumber, in: store)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(
      .mainTab(.profile(.updateUserPhoneNumberResponse(.success("+12125550199")))))
    #expect(store.state.mainTab?.profile.feedback == .phoneNumberUpdated)
    #expect(codes.count == 2 && moves.count == 2)
    await store.cancelInFlightEffects()
  }

  @Test func `a wrong code stands below its field only`() async {
    let store = await signedIn {
      $0.authClient.sendVerificationCode = { _, _ in "v" }
      $0.authClient.updatePhoneNumber = { _, _, _ in throw Refusal.codeWrong(triesLeft: 3) }
    }
    await store.send(.mainTab(.profile(.startPhoneNumberChange)))
    await store.send(.mainTab(.profile(.setEditingPhone("2125550199"))))
    await store.send(.mainTab(.profile(.sendPhoneChangeVerificationCode)))
    await store.receive(
      .mainTab(.profile(.sendPhoneChangeVerificationCodeResponse(.success("v")))))
    await store.send(.mainTab(.profile(.setVerificationCode("123456"))))
    await store.send(.mainTab(.profile(.updateUserPhoneNumber)))
    await store.receive(\.mainTab.profile.updateUserPhoneNumberResponse.failure)
    #expect(store.state.errorAlert == nil)
    #expect(
      store.state.mainTab?.profile.phoneErrorMessage == Refusal.codeWrong(triesLeft: 3).phrase)
    await store.cancelInFlightEffects()
  }

  // MARK: Settings

  @Test func `preferences of the notification centre are saved from the alert`() async {
    let calls = Calls<Int>()
    let sent = Calls<Edit<NotificationPreferences>>()
    let store = await signedIn {
      $0.notificationClient.updateNotificationSettings = {
        sent.note($0)
        try Self.once(calls)
      }
    }
    await store.send(.notification(.preferences(.togglePingNotifications)))
    await store.receive(.notification(.preferences(.clearError)))
    let preferences = NotificationPreferences(pingNotifications: false)
    let wanted = Edit(preferences, seen: NotificationPreferences())
    expect("We couldn’t save your preferences", .updatePreferences(wanted), in: store)
    #expect(store.state.notification.preferences.preferences == NotificationPreferences())
    #expect(store.state.notification.preferences.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.notification(.preferences(.updateNotificationPreferencesSucceeded)))
    #expect(sent.all == [wanted, wanted])
    var user = Sample.user
    user.preferences = preferences
    await store.send(.user(.userUpdated(user)))
    #expect(store.state.notification.preferences.preferences == preferences)
    await store.cancelInFlightEffects()
  }

  @Test func `preferences of the profile are saved from the alert`() async {
    let calls = Calls<Int>()
    let sent = Calls<Edit<NotificationPreferences>>()
    let store = await signedIn {
      $0.settingsClient.getNotificationPreferences = { NotificationPreferences() }
      $0.notificationClient.getAuthorizationStatus = { .authorized }
      $0.notificationClient.updateNotificationSettings = {
        sent.note($0)
        try Self.once(calls)
      }
    }
    await store.send(.mainTab(.profile(.settingsButtonTapped)))
    await store.skipReceivedActions()
    await store.send(.mainTab(.profile(.settings(.presented(.toggleAlertNotifications)))))
    await store.receive(.mainTab(.profile(.settings(.presented(.setError(nil))))))
    let wanted = Edit(
      NotificationPreferences(alertNotifications: false), seen: NotificationPreferences())
    expect("We couldn’t save your preferences", .updatePreferences(wanted), in: store)
    #expect(store.state.mainTab?.profile.settings?.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.notification(.preferences(.updateNotificationPreferencesSucceeded)))
    #expect(sent.all == [wanted, wanted])
    await store.cancelInFlightEffects()
  }

  @Test func `an interval that was not saved is saved from the alert`() async {
    let calls = Calls<Int>()
    let store = await signedIn {
      $0.checkInClient.setCheckInInterval = { _ in try Self.once(calls) }
    }
    await store.send(.mainTab(.checkIn(.setCheckInInterval(28_800))))
    await store.receive(.mainTab(.checkIn(.dismissError)))
    expect("We couldn’t change your interval", .updateCheckInInterval(28_800), in: store)
    #expect(store.state.mainTab?.checkIn.checkInInterval == 86_400)
    #expect(store.state.mainTab?.checkIn.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.checkIn(.settingsSaved)))
    #expect(store.state.mainTab?.checkIn.checkInInterval == 28_800)
    #expect(calls.count == 2)
    await store.cancelInFlightEffects()
  }

  @Test func `a reminder that was not saved is saved from the alert`() async {
    let calls = Calls<Int>()
    let store = await signedIn {
      $0.checkInClient.setReminderInterval = { _ in try Self.once(calls) }
    }
    await store.send(.mainTab(.checkIn(.setReminderInterval(1_800))))
    await store.receive(.mainTab(.checkIn(.dismissError)))
    expect("We couldn’t save your preferences", .updateReminder(1_800), in: store)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.checkIn(.settingsSaved)))
    #expect(store.state.mainTab?.checkIn.reminderInterval == 1_800)
    await store.cancelInFlightEffects()
  }

  @Test func `a grace period that was not saved says so on its screen`() async {
    let store = await signedIn {
      $0.checkInClient.setGracePeriod = { _ in throw URLError(.timedOut) }
    }
    await store.send(.mainTab(.checkIn(.setGracePeriod(1_800))))
    await store.receive(\.mainTab.checkIn.settingsSaveFailed)
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.checkIn.error == .requestTimeout)
    await store.cancelInFlightEffects()
  }

  // MARK: Pings

  @Test func `a failed ping of the dependents' page is repeated there`() async {
    let calls = Calls<Int>()
    let store = await signedIn {
      $0.pingClient.pingDependent = { _ in
        try Self.once(calls)
        return Sample.outgoing()
      }
    }
    await store.send(.contacts(.contactsUpdated([Sample.dependent])))
    await store.send(.mainTab(.dependents(.pingButtonTapped("3"))))
    await store.send(.mainTab(.dependents(.pingConfirmed)))
    await store.receive(.mainTab(.dependents(.setError(nil))))
    expect("The ping didn’t work", .pingOfDependents(.ping("3")), in: store)
    #expect(store.state.mainTab?.dependents.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.dependents(.ping(.pingDependentSucceeded("3")))))
    #expect(store.state.mainTab?.dependents.isPingSent == true)
    #expect(store.state.errorAlert == nil)
    await store.cancelInFlightEffects()
  }

  @Test func `a failed answer to all pings is repeated on the responders' page`() async {
    let calls = Calls<Int>()
    let store = await signedIn { $0.pingClient.respondToAllPings = { try Self.once(calls) } }
    await store.send(.mainTab(.responders(.respondToAllConfirmed)))
    await store.receive(.mainTab(.responders(.setError(nil))))
    expect("The ping didn’t work", .pingOfResponders(.respondToAll), in: store)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.responders(.ping(.allPingResponsesSucceeded))))
    #expect(calls.count == 2)
    await store.cancelInFlightEffects()
  }

  @Test func `of several pings on their way the one that failed is repeated`() async {
    let others = Answer<PingData>()
    let store = await signedIn {
      $0.pingClient.pingDependent = { id in
        if id == "3" { throw URLError(.timedOut) }
        return try await others()
      }
      $0.pingClient.clearPing = { id in
        if id == "23" { throw URLError(.timedOut) }
        _ = try await others()
      }
    }
    for id in ["1", "2", "3"] as [Person.ID] {
      await store.send(.mainTab(.dependents(.ping(.pingDependent(id: id)))))
    }
    await store.receive(.mainTab(.dependents(.setError(nil))))
    expect("The ping didn’t work", .pingOfDependents(.ping("3")), in: store)
    for id in ["11", "12", "13", "14", "15", "16", "23"] as [PingData.ID] {
      await store.send(.ping(.clearPing(id: id)))
    }
    await store.receive(.ping(.setError(nil)))
    expect("The ping didn’t work", .ping(.clear("23")), in: store)
    await store.cancelInFlightEffects()
  }

  // MARK: The alarm

  @Test func `an alarm that failed on its own screen is that screen's to say`() async {
    let calls = Calls<Int>()
    let store = await signedIn {
      $0.alertClient.activateAlert = {
        try Self.once(calls)
        return Sample.now
      }
    }
    await store.send(.mainTab(.alert(.activateAlertConfirmed)))
    await store.receive(.mainTab(.alert(.alertActivationResponse(.failure(.requestTimeout)))))
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.alert.error == .requestTimeout)
    await store.send(.mainTab(.alert(.activateAlertConfirmed)))
    await store.receive(.mainTab(.alert(.alertActivationResponse(.success(Sample.now)))))
    #expect(store.state.mainTab?.alert.isAlertActive == true)
    await store.cancelInFlightEffects()
  }
}
