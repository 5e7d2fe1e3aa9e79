import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// What reaches the app from the device, and what it hands on between its screens.
@Suite struct AppActionTests {
  private let scene = AppScene()

  // MARK: The device

  @Test func `returning to the app and choosing a tab do nothing without a person`() async {
    let nobody = scene.store()
    await nobody.send(.appDidBecomeActive)
    await nobody.send(.tabSelected(.profile))
    await nobody.finish()
  }

  @Test func `the device's push token is stored for the person`() async {
    let tokens = AsyncStream.makeStream(of: String.self)
    let stored = Calls<String?>()
    let store = await scene.signedIn {
      $0.notificationClient.streamPushTokenUpdates = { tokens.stream }
      $0.userClient.updatePushToken = { stored.note($0) }
    }
    tokens.continuation.yield("token")
    await store.receive(.updatePushToken("token"))
    await store.receive(.notification(.updatePushToken("token"))) {
      $0.notification.pushToken = "token"
    }
    await store.receive(.notification(.preferences(.updateFCMToken("token"))))
    await store.receive(.notification(.preferences(.updateFCMTokenSucceeded)))
    #expect(stored.all == ["token"])
    await store.cancelInFlightEffects()
  }

  @Test func `an error is shown until it is dismissed`() async throws {
    let store = await scene.signedIn()
    let stranger = try #require(URL(string: "https://example.org/responders/99"))
    store.exhaustivity = .off
    await store.send(.handleDeepLink(stranger))
    #expect(store.state.error == .dataNotFound)
    await store.send(.dismissError)
    #expect(store.state.error == nil)
    await store.send(.errorAlert(.dismiss))
    await store.send(.errorAlert(.presented(.retry)))
    await store.cancelInFlightEffects(strict: false)
  }

  // MARK: The session

  @Test func `a sign-out that was called off changes nothing`() async {
    let store = await scene.signedIn { $0.authClient.signOut = { throw CancellationError() } }
    await store.send(.signOut)
    await store.receive(.requestCancelled)
    #expect(store.state.mainTab != nil)
    await store.cancelInFlightEffects()
  }

  @Test func `a visitor's country is still known after they sign in`() async {
    let store = scene.store()
    store.exhaustivity = .off
    await store.send(.auth(.zoneReported("Europe/Rome")))
    await store.send(.auth(.phoneNumberChanged("+15551234567")))
    await store.send(.authStateChanged(Sample.user))
    #expect(
      store.state.auth.selectedRegion == Region(code: "IT") && !store.state.auth.isRegionNeeded)
    #expect(store.state.auth.phoneNumber.isEmpty)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `the same person reported twice is one sign-in`() async {
    let store = await scene.signedIn()
    await store.send(.mainTab(.tabSelected(.checkIn)))
    await store.receive(.mainTab(.checkIn(.checklist(.onAppear))))
    var older = Sample.user
    older.firstName = "Former"
    // Nothing changes: the person's own stream may have brought a newer record.
    await store.send(.authStateChanged(older))
    await store.cancelInFlightEffects()
  }

  @Test func `a record that comes after signing out is not heard`() async {
    let store = scene.store()
    await store.send(.user(.userUpdated(Sample.user)))
    await store.send(.networkStatusChanged(isOnline: false)) { $0.isOffline = true }
    await store.send(.networkStatusChanged(isOnline: true)) { $0.isOffline = false }
    await store.finish()
  }

  @Test func `completing the first steps before the record is known asks for it`() async {
    let store = scene.store { $0.userClient.currentUser = { throw CancellationError() } }
    await store.send(.onboarding(.delegate(.onboardingCompleted)))
    await store.receive(.user(.loadUserData))
    await store.receive(.user(.loadCancelled))
  }

  @Test func `a newcomer who is busy is not taken away from the last step`() async {
    var newcomer = Sample.user
    newcomer.profileComplete = false
    let store = scene.store()
    store.exhaustivity = .off
    await store.send(.authStateChanged(newcomer))
    await store.send(.onboarding(.profileUpdateSucceeded))
    await store.send(.user(.userUpdated(Sample.user)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.mainTab == nil && store.state.onboarding.showInstructions)
    await store.send(.onboarding(.gotItButtonTapped))
    await store.skipReceivedActions()
    #expect(store.state.mainTab != nil)
    await store.cancelInFlightEffects()
  }

  @Test func `the record's language is the app's, and stays when its person goes`() async {
    var user = Sample.user
    user.language = .german
    let record = user
    let store = await scene.signedIn()
    store.exhaustivity = .off
    await store.send(.user(.userUpdated(record)))
    await store.receive(.languageChoice(.userUpdated(record)))
    #expect(store.state.language == .german)
    await store.send(.signOutResponse(.success(Empty())))
    #expect(store.state.language == .german && store.state.user.userData == nil)
    await store.cancelInFlightEffects(strict: false)
  }

  // MARK: Between the screens

  @Test func `opening the notification centre is appearing on it`() async {
    let store = await scene.signedIn {
      $0.preferencesClient.string = { _ in nil }
      $0.preferencesClient.bool = { _ in nil }
      $0.notificationClient.getNotifications = { throw CancellationError() }
    }
    await store.send(.mainTab(.showNotifications(true))) {
      $0.mainTab?.isNotificationsPresented = true
    }
    await store.receive(.notification(.onAppear))
    await store.receive(.notification(.loadNotifications)) { $0.notification.isLoading = true }
    store.exhaustivity = .off
    await store.skipReceivedActions()
    #expect(!store.state.notification.isLoading && store.state.notification.hasLoadedFilters)
    await store.send(.mainTab(.showNotifications(false)))
    #expect(store.state.mainTab?.isNotificationsPresented == false)
    await store.cancelInFlightEffects()
  }

  @Test func `a failed ping of a list is said there, and only there`() async {
    let store = await scene.signedIn([Sample.dependent]) {
      $0.pingClient.pingDependent = { _ in throw PingError.permissionError("") }
    }
    store.exhaustivity = .off
    await store.send(.mainTab(.dependents(.ping(.pingDependent(id: "3")))))
    await store.receive(
      .mainTab(.dependents(.ping(.requestEnded(.ping("3"), failure: .permissionDenied)))))
    #expect(store.state.mainTab?.dependents.error == .permissionDenied)
    #expect(store.state.ping.error == nil && store.state.errorAlert == nil)
    await store.cancelInFlightEffects()
  }

  // MARK: Notifications and links

  @Test func `a notification leads to its ping on the side it belongs to`() async {
    let store = await scene.signedIn {
      $0.preferencesClient.string = { _ in nil }
      $0.pingClient.getPendingPings = { [] }
      $0.pingClient.getPingHistory = { [] }
    }
    store.exhaustivity = .off
    await store.send(
      .ping(
        .pingsUpdated(PingLists(pending: [Sample.incoming()], history: [Sample.outgoing()]))))
    await store.send(.notification(.delegate(.navigateToPing("11"))))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.selectedTab == .responders)
    #expect(store.state.ping.selectedPing == Sample.incoming())
    await store.send(.notification(.delegate(.navigateToPing("21"))))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.selectedTab == .dependents)
    #expect(store.state.ping.selectedPing == Sample.outgoing())
    await store.send(.ping(.setPingSheetPresented(false)))
    await store.send(.notification(.delegate(.navigateToPing("gone"))))
    await store.skipReceivedActions()
    #expect(store.state.awaitedPing == nil)
    #expect(store.state.ping.selectedPing == nil && !store.state.ping.isPingSheetPresented)
    await store.cancelInFlightEffects()
  }

  @Test func `a notification about a ping that has not come yet leads to it when it comes`() async {
    let answer = Answer<[PingData]>()
    let store = await scene.signedIn {
      $0.preferencesClient.string = { _ in nil }
      $0.pingClient.getPendingPings = { try await answer() }
      $0.pingClient.getPingHistory = { [] }
    }
    store.exhaustivity = .off
    await store.send(.notification(.delegate(.navigateToPing("11"))))
    #expect(store.state.awaitedPing == "11" && store.state.ping.selectedPing == nil)
    answer.give([Sample.incoming()])
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.selectedTab == .responders)
    #expect(store.state.ping.selectedPing == Sample.incoming())
    #expect(store.state.awaitedPing == nil)
    await store.cancelInFlightEffects()
  }

  @Test func `a notification leads to the sheet of a known contact, else nowhere`() async {
    let store = await scene.signedIn([Sample.responder])
    await store.send(.notification(.delegate(.navigateToContact("9"))))
    store.exhaustivity = .off
    await store.send(.notification(.delegate(.navigateToContact("2"))))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.selectedTab == .responders)
    #expect(store.state.mainTab?.responders.contactDetails?.contact == Sample.responder)
    await store.cancelInFlightEffects()
  }

  @Test func `an alert that has ended still leads to its person`() async {
    let store = await scene.signedIn([Sample.dependent]) {
      $0.preferencesClient.string = { _ in nil }
    }
    store.exhaustivity = .off
    let ended = Sample.notification("1", .alert).with {
      $0.relatedAlertID = "7"
      $0.relatedContactID = "3"
    }
    await store.send(.notification(.notificationsUpdated([ended])))
    await store.send(.notification(.delegate(.navigateToAlert("7"))))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.dependents.contactDetails?.contact == Sample.dependent)
    await store.cancelInFlightEffects()
  }

  @Test func `a push that cannot be read is said above the screens`() async {
    let store = await scene.signedIn()
    await store.send(.notification(.handlePushNotification(UserInfo())))
    await store.receive(.notification(.delegate(.errorOccurred(.dataInvalid)))) {
      $0.error = .dataInvalid
    }
    await store.cancelInFlightEffects()
  }

  @Test func `notifications before the screens are there lead nowhere yet`() async {
    let store = scene.store()
    await store.send(.notification(.delegate(.navigateToCheckIn)))
    await store.send(.notification(.delegate(.unreadCountChanged(3))))
    await store.finish()
  }

  @Test func `a link to a contact waits for the list, and reports when there is no such contact`()
    async throws
  {
    let link = try #require(URL(string: "https://example.org/responders/2"))
    let store = scene.store {
      $0.contactClient.getContacts = { throw CancellationError() }
      $0.preferencesClient.string = { _ in nil }
    }
    store.exhaustivity = .off
    await store.send(.authStateChanged(Sample.user))
    await store.send(.handleDeepLink(link))
    await store.skipReceivedActions()
    #expect(store.state.pendingDeepLink != nil && store.state.error == nil)
    await store.send(.contacts(.contactsUpdated([Sample.responder])))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.responders.contactDetails?.contact == Sample.responder)
    #expect(store.state.pendingDeepLink == nil)
    let unknown = try #require(URL(string: "https://example.org/dependents/9"))
    await store.send(.handleDeepLink(unknown))
    #expect(store.state.error == .dataNotFound)
    await store.cancelInFlightEffects()
  }
}
