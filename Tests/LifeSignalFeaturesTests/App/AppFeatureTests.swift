import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AppFeatureTests {
  private let server = Server()

  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      server.install(in: &$0)
      update(&$0)
    }
  }

  /// The state of somebody signed in on the first tab.
  private func enter(_ state: inout AppFeature.State, _ user: UserData = Sample.user) {
    state.isInitializing = false
    state.isAuthenticated = true
    state.auth.isAuthenticated = true
    state.user.userData = user
    state.ping.userID = user.id
    state.mainTab = MainTabFeature.State(currentTime: Sample.now)
  }

  /// Signs in and takes what follows for granted; the first test asserts it.
  private func signedIn(
    _ contacts: [ContactData] = [], _ update: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<AppFeature> {
    let store = makeStore(update)
    store.exhaustivity = .off
    await store.send(.appDidLaunch)
    await store.send(.authStateChanged(Sample.user))
    await store.send(.contactsUpdated(contacts))
    await store.skipReceivedActions()
    store.exhaustivity = .on
    return store
  }

  private func leave(_ store: TestStoreOf<AppFeature>) async {
    await store.cancelInFlightEffects()
  }

  // MARK: Coming

  @Test func `whoever is signed in gets their screens, told by the streams`() async {
    let store = makeStore()
    await store.send(.appDidLaunch)
    server.auth.continuation.yield(Sample.user)
    await store.receive(.authStateChanged(Sample.user)) { enter(&$0) }
    await store.receive(.mainTab(.home(.userUpdated(Sample.user)))) {
      $0.mainTab?.home.qrCodeID = Sample.code
    }
    await store.receive(.mainTab(.checkIn(.userUpdated(Sample.user)))) {
      $0.mainTab?.checkIn.lastCheckInTime = Sample.now
      $0.mainTab?.checkIn.nextCheckInTime = Sample.now + 86_400
    }
    await store.receive(.mainTab(.alert(.updateAlertState(isActive: false, timestamp: nil))))
    await store.receive(.mainTab(.profile(.userUpdated(Sample.user)))) {
      $0.mainTab?.profile.userID = Sample.me
      $0.mainTab?.profile.hasLoaded = true
      $0.mainTab?.profile.profile = UserProfile(Sample.user)
      $0.mainTab?.profile.qrCodeID = Sample.code
    }
    await store.receive(
      .notification(.preferences(.updateNotificationState(Sample.user.preferences))))

    server.pings.continuation.yield(PingLists(pending: [Sample.incoming()]))
    await store.receive(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming()])))) {
      $0.ping.pendingPings = [Sample.incoming()]
      $0.ping.hasLoaded = true
    }
    server.notifications.continuation.yield([Sample.notification("1")])
    await store.receive(.notification(.notificationsUpdated([Sample.notification("1")]))) {
      $0.notification.notifications = [Sample.notification("1")]
      $0.notification.hasLoaded = true
    }
    await store.receive(.notification(.delegate(.notificationsUpdated)))
    await store.receive(.notification(.delegate(.unreadCountChanged(1))))
    await store.receive(.mainTab(.unreadCountChanged(1))) { $0.mainTab?.unreadCount = 1 }
    await leave(store)
  }

  @Test func `nobody signed in sees the sign-in and nothing is followed`() async {
    let store = makeStore()
    await store.send(.appDidLaunch)
    server.auth.continuation.yield(nil)
    await store.receive(.authStateChanged(nil)) { $0.isInitializing = false }
    #expect(store.state.mainTab == nil)
    #expect(store.effectsInFlight == 1)
    await leave(store)
  }

  @Test func `a sign-in that was put away goes on with its countdown`() async {
    let clock = TestClock()
    var state = AppFeature.State()
    state.auth.isVerificationCodeSent = true
    state.auth.resendCodeTimer = 1
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      server.install(in: &$0)
      $0.continuousClock = clock
    }
    await store.send(.appDidLaunch)
    await store.receive(.auth(.resumed))
    await clock.advance(by: .seconds(1))
    await store.receive(.auth(.timerTick)) {
      $0.auth.resendCodeTimer = 0
      $0.auth.canResendCode = true
    }
    await leave(store)
  }

  @Test func `somebody new gives a name first`() async {
    var user = Sample.user
    user.profileComplete = false
    let newcomer = user
    let store = makeStore()
    await store.send(.authStateChanged(newcomer)) {
      enter(&$0, newcomer)
      $0.needsOnboarding = true
      $0.mainTab = nil
    }
    store.exhaustivity = .off
    await store.send(.onboarding(.delegate(.onboardingCompleted)))
    store.exhaustivity = .on
    #expect(store.state.mainTab != nil)
    #expect(!store.state.needsOnboarding)
    await store.skipReceivedActions()
    await leave(store)
  }

  @Test func `a name given in another window lets this one in`() async {
    var newcomer = Sample.user
    newcomer.profileComplete = false
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.authStateChanged(newcomer))
    await store.send(.userUpdated(Sample.user))
    #expect(store.state.mainTab != nil)
    await leave(store)
  }

  // MARK: One collection

  @Test func `the lists see one collection, whoever changes it`() async {
    let requested = ContactData(
      id: "4", name: "R", relation: .requestedByThem, isResponder: true)
    let accepted = requested.with { $0.relation = .accepted }
    let store = await signedIn([Sample.dependent, requested]) {
      $0.contactClient.acceptContact = { _ in accepted }
    }
    #expect(store.state.mainTab?.dependents.contacts.dependents == [Sample.dependent])
    #expect(store.state.mainTab?.responders.contacts.incomingRequests == [requested])
    store.exhaustivity = .off
    await store.send(.mainTab(.responders(.contacts(.acceptContact(id: "4")))))
    await store.receive(.mainTab(.responders(.contacts(.requestEnded("4")))))
    for list in [
      store.state.contacts, store.state.mainTab?.responders.contacts,
      store.state.mainTab?.dependents.contacts,
    ] {
      #expect(list?.contacts[id: "4"] == accepted)
      #expect(list?.pendingRequests == [])
    }
    await leave(store)
  }

  @Test func `an open sheet follows the stream`() async {
    let store = await signedIn([Sample.dependent])
    let late = Sample.dependent.with { $0.isNonResponsive = true }
    store.exhaustivity = .off
    await store.send(.mainTab(.dependents(.selectContact(Sample.dependent))))
    await store.send(.contactsUpdated([late]))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.dependents.contactDetails?.contact == late)
    #expect(store.state.mainTab?.badge(of: .dependents) == 1)
    await leave(store)
  }

  @Test func `a stream ends the waiting of a list whose load is on its way`() async {
    let answer = Answer<[ContactData]>()
    let store = makeStore { $0.contactClient.getContacts = { try await answer() } }
    store.exhaustivity = .off
    await store.send(.authStateChanged(Sample.user))
    await store.send(.tabSelected(.responders))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.responders.isLoading == true)
    await store.send(.contactsUpdated([Sample.responder]))
    await store.skipReceivedActions()
    answer.give([])
    #expect(store.state.mainTab?.responders.isLoading == false)
    #expect(store.state.mainTab?.responders.contacts.responders == [Sample.responder])
    await leave(store)
  }

  // MARK: Pings

  @Test func `one tap is one call, and the outcome reaches lists and contacts`() async {
    let calls = Calls<Person.ID>()
    let store = await signedIn([Sample.dependent]) {
      $0.pingClient.pingDependent = {
        calls.note($0)
        return Sample.outgoing()
      }
    }
    await store.send(.mainTab(.dependents(.ping(.pingDependent(id: "3"))))) {
      $0.mainTab?.dependents.pendingPings = .init([.ping("3"): "3"])
    }
    await store.receive(.mainTab(.dependents(.ping(.pingDependentSucceeded("3"))))) {
      $0.mainTab?.dependents.isPingSent = true
    }
    await store.receive(.ping(.pingDependentSucceeded("3")))
    await store.receive(.mainTab(.dependents(.ping(.delegate(.pingAdded(Sample.outgoing()))))))
    await store.receive(.ping(.delegate(.pingAdded(Sample.outgoing())))) {
      $0.ping.pingHistory = [Sample.outgoing()]
    }
    await store.receive(
      .contacts(
        .updateContactPingStatus(
          id: "3", hasOutgoingPing: true, outgoingPingTimestamp: Sample.now, outgoingPingID: "21"))
    ) {
      let pinged = Sample.dependent.with {
        $0.hasOutgoingPing = true
        $0.outgoingPingTimestamp = Sample.now
        $0.outgoingPingID = "21"
      }
      $0.contacts.contacts = [pinged]
      $0.mainTab?.responders.contacts.contacts = [pinged]
      $0.mainTab?.dependents.contacts.contacts = [pinged]
    }
    await store.receive(.mainTab(.dependents(.ping(.requestEnded(.ping("3")))))) {
      $0.mainTab?.dependents.pendingPings = .init()
    }
    #expect(calls.all == ["3"])
    await leave(store)
  }

  @Test func `an answered ping leaves the card, the list and the badge`() async {
    let pinging = Sample.responder.with {
      $0.hasIncomingPing = true
      $0.incomingPingTimestamp = Sample.now
      $0.incomingPingID = "11"
    }
    let store = await signedIn([pinging]) { $0.pingClient.respondToPing = { _ in } }
    store.exhaustivity = .off
    await store.send(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming()]))))
    #expect(store.state.mainTab?.badge(of: .responders) == 1)
    await store.send(.mainTab(.responders(.ping(.respondToPing(id: "11")))))
    await store.receive(.mainTab(.responders(.ping(.requestEnded(.respond("11"))))))
    #expect(store.state.ping.pendingPings == [])
    #expect(store.state.ping.pingHistory == [Sample.incoming().responded(at: Sample.now)])
    #expect(store.state.contacts.contacts == [Sample.responder])
    #expect(store.state.mainTab?.badge(of: .responders) == 0)
    await leave(store)
  }

  @Test func `answering all leaves a ping pending that arrived meanwhile`() async {
    let answer = Answer<Empty>()
    let late = Sample.incoming("12", at: Sample.now + 1)
    let store = await signedIn([Sample.responder]) {
      $0.pingClient.respondToAllPings = { _ = try await answer() }
      $0.contactClient.getContacts = { [Sample.responder] }
    }
    store.exhaustivity = .off
    await store.send(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming()]))))
    await store.send(.mainTab(.responders(.respondToAllConfirmed)))
    await store.send(.ping(.pingStreamUpdated(late)))
    answer.give(Empty())
    await store.receive(.ping(.delegate(.pingsUpdated)))
    #expect(store.state.ping.pendingPings == [late])
    await leave(store)
  }

  // MARK: Notifications

  @Test func `a notification of somebody in trouble leads to their sheet`() async {
    let both = Sample.responder.with {
      $0.isDependent = true
      $0.manualAlertActive = true
      $0.manualAlertID = "7"
    }
    let store = await signedIn([both]) { $0.preferencesClient.string = { _ in nil } }
    await store.send(.notification(.delegate(.navigateToAlert("7"))))
    await store.receive(.mainTab(.tabSelected(.dependents))) {
      $0.mainTab?.selectedTab = .dependents
    }
    await store.receive(.mainTab(.dependents(.selectContact(both)))) {
      $0.mainTab?.dependents.contactDetails = .init(
        contact: both, isSheetPresented: true, originalList: .dependents)
    }
    await store.receive(.mainTab(.dependents(.onAppear)))
    await store.receive(.mainTab(.dependents(.contactDetails(.presented(.onAppear)))))
    await store.receive(.mainTab(.dependents(.contactDetails(.presented(.requestCancelled)))))
    await leave(store)
  }

  @Test func `an own alert and a check-in lead to the check-in tab`() async {
    let store = await signedIn([])
    await store.send(.notification(.delegate(.navigateToAlert("unknown"))))
    await store.receive(.mainTab(.tabSelected(.checkIn))) { $0.mainTab?.selectedTab = .checkIn }
    await store.send(.notification(.delegate(.navigateToCheckIn)))
    await store.receive(.mainTab(.tabSelected(.checkIn)))
    await leave(store)
  }

  // MARK: Going

  @Test func `signing out forgets the person, their streams and answers on their way`() async {
    let answer = Answer<[NotificationData]>()
    let forgotten = Calls<Bool>()
    let store = await signedIn([Sample.responder]) {
      $0.authClient.signOut = {}
      $0.notificationClient.getNotifications = { try await answer() }
      $0.preferencesClient.removeAll = { forgotten.note($0) }
    }
    store.exhaustivity = .off
    await store.send(.notification(.loadNotifications))
    await store.send(.mainTab(.profile(.signOut)))
    await store.skipReceivedActions()
    answer.give([Sample.notification("1")])
    var expected = AppFeature.State()
    expected.isInitializing = false
    #expect(store.state == expected)
    #expect(forgotten.all == [true])
    // Only who signs in next is still listened to.
    #expect(store.effectsInFlight == 1)
    await leave(store)
  }

  @Test func `another person sees nothing of the former one`() async {
    let other = UserData(id: "9", firstName: "O", lastName: "P", profileComplete: true)
    let store = await signedIn([Sample.responder])
    store.exhaustivity = .off
    await store.send(.authStateChanged(other))
    await store.skipReceivedActions()
    #expect(store.state.user.userData == other)
    #expect(store.state.ping.userID == "9")
    #expect(store.state.contacts.contacts == [])
    #expect(store.state.mainTab?.responders.contacts.contacts == [])
    await leave(store)
  }

  @Test func `a failed sign-out can be repeated from its alert`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.authClient.signOut = { if calls.next() == 1 { throw URLError(.timedOut) } }
    }
    await store.send(.signOut)
    await store.receive(.signOutResponse(.failure(.requestTimeout))) {
      $0.errorAlert = AppErrorAlert(
        title: "Sign Out Error", error: .requestTimeout, retry: .signOut)
    }
    await store.send(.errorAlert(.presented(.retry))) { $0.errorAlert = nil }
    await store.receive(.signOut)
    await store.receive(.signOutResponse(.success(Empty()))) { $0.isInitializing = false }
    await store.finish()
  }

  @Test func `without a way to the server it says so, and reads everything when it is back`() async
  {
    let network = AsyncStream.makeStream(of: Bool.self)
    let followed = Calls<Int>()
    let store = makeStore {
      $0.networkClient.isOnlineStream = { network.stream }
      $0.userClient.userStream = {
        _ = followed.next()
        return AsyncStream { _ in }
      }
    }
    store.exhaustivity = .off
    await store.send(.appDidLaunch)
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions()
    store.exhaustivity = .on
    network.continuation.yield(true)
    await store.receive(.networkStatusChanged(isOnline: true))
    #expect(followed.count == 1)
    network.continuation.yield(false)
    await store.receive(.networkStatusChanged(isOnline: false)) { $0.isOffline = true }
    network.continuation.yield(true)
    await store.receive(.networkStatusChanged(isOnline: true)) { $0.isOffline = false }
    #expect(followed.count == 2)
    await leave(store)
  }

  @Test func `a failed ping can be repeated from its alert`() async {
    let calls = Calls<Int>()
    let store = await signedIn([Sample.dependent]) {
      $0.pingClient.clearPing = { _ in if calls.next() == 1 { throw URLError(.timedOut) } }
    }
    store.exhaustivity = .off
    await store.send(.ping(.clearPing(id: "21")))
    await store.receive(.ping(.requestEnded(.clear("21"))))
    await store.skipReceivedActions(strict: false)
    #expect(
      store.state.errorAlert
        == AppErrorAlert(
          title: "Ping Operation Failed", error: .requestTimeout, retry: .ping(.clear("21"))))
    #expect(store.state.ping.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.ping(.clearPingSucceeded("21")))
    #expect(store.state.errorAlert == nil)
    await leave(store)
  }

  @Test func `a failed check-in can be repeated; one that was refused cannot`() async {
    let calls = Calls<Int>()
    let store = await signedIn([]) {
      $0.checkInClient.checkIn = {
        switch calls.next() {
        case 1: throw URLError(.notConnectedToInternet)
        default: throw Refusal.notAllowed
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.mainTab(.checkIn(.checkInButtonTapped)))
    await store.receive(.mainTab(.checkIn(.dismissError)))
    #expect(
      store.state.errorAlert
        == AppErrorAlert(title: "Check-in Failed", error: .networkError, retry: .checkIn))
    #expect(store.state.mainTab?.checkIn.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.checkIn(.checkInResponse(.failure(.permissionDenied)))))
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.checkIn.error == .permissionDenied)
    await leave(store)
  }

  @Test(arguments: [
    (RetryOperation.loadUserData, "Error Loading User Data"),
    (.loadContacts, "Error Loading Contacts"), (.checkIn, "Check-in Failed"),
    (.ping(.respondToAll), "Ping Operation Failed"), (.signOut, "Sign Out Error"),
    (.updateProfile(UserProfile()), "Profile Update Failed"),
    (.updatePreferences(NotificationPreferences()), "Notification Preferences Update Failed"),
    (.updateReminder(1_800), "Notification Preferences Update Failed"),
    (.updateCheckInInterval(3_600), "Failed to Update Check-in Interval"),
    (.triggerAlert, "Failed to Trigger Alert"), (.clearAlert, "Failed to Clear Alert"),
    (.updatePhoneNumber, "Error Updating Phone Number"),
  ])
  func `an alert is titled by what failed, and repeats only what may help`(
    operation: RetryOperation, title: String
  ) {
    let alert = AppErrorAlert(operation, .networkError)
    #expect(alert.title.english == title)
    #expect(alert.retry == operation)
    #expect(AppErrorAlert(operation, .permissionDenied).retry == nil)
  }

  @Test func `coming back follows the streams anew`() async {
    let followed = Calls<Int>()
    let store = await signedIn {
      $0.userClient.userStream = {
        _ = followed.next()
        return AsyncStream { _ in }
      }
      $0.contactClient.contactsStream = { AsyncStream { _ in } }
      $0.pingClient.pingListsStream = { AsyncStream { _ in } }
      $0.notificationClient.notificationStream = { AsyncStream { _ in } }
      $0.alertClient.getAlertStatus = { AlertStatusSnapshot() }
      $0.alertClient.getAlertHistory = { _ in [] }
      $0.checkInClient.getCheckInHistory = { _ in [] }
      $0.checkInClient.getCheckInInterval = { 86_400 }
      $0.checkInClient.getReminderInterval = { 7_200 }
      $0.checkInClient.getGracePeriod = { 600 }
    }
    let before = store.effectsInFlight
    store.exhaustivity = .off
    await store.send(.appDidBecomeActive)
    await store.skipReceivedActions()
    #expect(followed.count == 2)
    #expect(store.effectsInFlight == before)
    await leave(store)
  }

  @Test(arguments: [
    ("/responders", MainTabFeature.Tab.responders), ("/check-in", .checkIn), ("/", .home),
    ("/profile/x", .profile),
  ])
  func `a link waits for the screens and then opens its tab`(
    path: String, tab: MainTabFeature.Tab
  ) async throws {
    let url = try #require(URL(string: "https://example.org\(path)"))
    let store = makeStore { $0.contactClient.getContacts = { [] } }
    store.exhaustivity = .off
    await store.send(.handleDeepLink(url))
    #expect(store.state.pendingDeepLink == .tab(tab))
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.selectedTab == tab)
    #expect(store.state.pendingDeepLink == nil)
    await leave(store)
  }

  @Test func `a saved profile loads the record anew`() async {
    let renamed = UserData(id: Sample.me, firstName: "Ada", lastName: "Johnson")
    let store = await signedIn { $0.userClient.currentUser = { renamed } }
    store.exhaustivity = .off
    await store.send(.mainTab(.profile(.delegate(.profileUpdated(UserProfile(renamed))))))
    await store.receive(.user(.loadUserDataResponse(renamed)))
    #expect(store.state.user.userData?.firstName == "Ada")
    await leave(store)
  }
}
