import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AppFeatureTests {
  let server = Server()

  func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      server.install(in: &$0)
      update(&$0)
    }
  }

  /// The state of a signed-in person on the first tab.
  func enter(_ state: inout AppFeature.State, _ user: UserData = Sample.user) {
    state.isInitializing = false
    state.isAuthenticated = true
    state.auth.isAuthenticated = true
    state.user.userData = user
    state.ping.userID = user.id
    state.mainTab = MainTabFeature.State(currentTime: Sample.now)
  }

  /// Signs in and takes what follows for granted; the first test asserts it.
  func signedIn(
    _ contacts: [ContactData] = [], _ update: (inout DependencyValues) -> Void = { _ in }
  ) async -> TestStoreOf<AppFeature> {
    let store = makeStore(update)
    store.exhaustivity = .off
    await store.send(.appDidLaunch)
    await store.send(.authStateChanged(Sample.user))
    await store.send(.contacts(.contactsUpdated(contacts)))
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    return store
  }

  func leave(_ store: TestStoreOf<AppFeature>) async {
    await store.cancelInFlightEffects()
  }

  // MARK: Coming

  @Test func `a signed-in person gets their screens, fed by the streams`() async {
    let store = makeStore()
    await store.send(.appDidLaunch)
    server.auth.yield(Sample.user)
    await store.receive(.authStateChanged(Sample.user)) { enter(&$0) }
    await store.receive(.mainTab(.userUpdated(Sample.user))) {
      $0.mainTab?.home.qrCodeID = Sample.code
      $0.mainTab?.checkIn.lastCheckInTime = Sample.now
      $0.mainTab?.checkIn.nextCheckInTime = Sample.now + 86_400
      $0.mainTab?.profile.userID = Sample.me
      $0.mainTab?.profile.hasLoaded = true
      $0.mainTab?.profile.profile = UserProfile(Sample.user)
      $0.mainTab?.profile.qrCodeID = Sample.code
    }
    await store.receive(.mainTab(.checkIn(.checklist(.onAppear))))

    server.pings.yield(PingLists(pending: [Sample.incoming()]))
    await store.receive(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming()])))) {
      $0.ping.pendingPings = [Sample.incoming()]
      $0.ping.hasLoaded = true
    }
    server.notifications.yield([Sample.notification("1")])
    await store.receive(.notification(.notificationsUpdated([Sample.notification("1")]))) {
      $0.notification.notifications = [Sample.notification("1")]
      $0.notification.hasLoaded = true
    }
    await store.receive(.notification(.delegate(.unreadCountChanged(1)))) {
      $0.mainTab?.unreadCount = 1
    }
    await leave(store)
  }

  @Test func `a visitor sees the sign-in, and no stream is followed`() async {
    let store = makeStore()
    await store.send(.appDidLaunch)
    server.auth.yield(nil)
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

  @Test func `a new member gives a name first`() async {
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
    await store.send(.user(.userUpdated(Sample.user)))
    #expect(store.state.mainTab != nil)
    await leave(store)
  }

  // MARK: One collection

  @Test func `both lists share one collection, no matter which list changes it`() async {
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
    await store.send(.contacts(.contactsUpdated([Sample.dependent, accepted])))
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
    await store.send(.contacts(.contactsUpdated([late])))
    await store.skipReceivedActions()
    #expect(store.state.mainTab?.dependents.contactDetails?.contact == late)
    #expect(store.state.mainTab?.badge(of: .dependents) == 1)
    await store.send(
      .contacts(.contactsUpdated([Sample.dependent.with { $0.isResponder = true }])))
    await store.receive(.mainTab(.dependents(.contactDetails(.presented(.rolesChanged)))))
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
    await store.send(.contacts(.contactsUpdated([Sample.responder])))
    await store.skipReceivedActions(strict: false)
    answer.give([])
    #expect(store.state.mainTab?.responders.isLoading == false)
    #expect(store.state.mainTab?.responders.contacts.responders == [Sample.responder])
    await leave(store)
  }

  // MARK: Pings

  @Test func `one ping is one call, and costs its sender's store seven actions at most`() async {
    let calls = Calls<Person.ID>()
    let reduced = Calls<Int>()
    let store = await signedIn([Sample.dependent]) {
      $0.storeHooks = StoreHooks { reduced.note($0.actionCount) }
      $0.pingClient.pingDependent = {
        calls.note($0)
        return Sample.outgoing()
      }
    }
    await store.send(.mainTab(.dependents(.pingButtonTapped("3")))) {
      $0.mainTab?.dependents.pingConfirmation = .send("3")
    }
    let before = reduced.all.reduce(0, +)
    await store.send(.mainTab(.dependents(.pingConfirmed))) {
      $0.mainTab?.dependents.pingConfirmation = nil
      $0.mainTab?.dependents.pendingPings = .init([.ping("3"): "3"])
    }
    await store.receive(.mainTab(.dependents(.ping(.pingDependentSucceeded("3"))))) {
      $0.mainTab?.dependents.isPingSent = true
    }
    await store.receive(.mainTab(.dependents(.ping(.requestEnded(.ping("3")))))) {
      $0.mainTab?.dependents.pendingPings = .init()
    }

    // A ping changes three things of its sender: the streams bring each of them, once.
    let lists = PingLists(history: [Sample.outgoing()])
    server.pings.yield(lists)
    await store.receive(.ping(.pingsUpdated(lists))) {
      $0.ping.pingHistory = [Sample.outgoing()]
      $0.ping.hasLoaded = true
    }
    let pinged = Sample.dependent.with {
      $0.hasOutgoingPing = true
      $0.outgoingPingTimestamp = Sample.now
      $0.outgoingPingID = "21"
    }
    server.contacts.yield([pinged])
    await store.receive(.contacts(.contactsUpdated([pinged]))) {
      $0.mainTab?.contacts.contacts = [pinged]
    }
    server.notifications.yield([Sample.notification("1", .ping)])
    await store.receive(.notification(.notificationsUpdated([Sample.notification("1", .ping)]))) {
      $0.notification.notifications = [Sample.notification("1", .ping)]
      $0.notification.hasLoaded = true
    }
    await store.receive(.notification(.delegate(.unreadCountChanged(1)))) {
      $0.mainTab?.unreadCount = 1
    }
    await leave(store)
    #expect(reduced.all.reduce(0, +) - before <= 7)
    #expect(calls.all == ["3"])
    #expect(store.state.mainTab?.responders.contacts.contacts == [pinged])
    #expect(store.state.mainTab?.dependents.contacts.contacts == [pinged])
  }

  @Test func `an answered ping leaves the card, the list and the badge with the streams`() async {
    let pinging = Sample.responder.with {
      $0.hasIncomingPing = true
      $0.incomingPingTimestamp = Sample.now
      $0.incomingPingID = "11"
    }
    let answered = Sample.incoming().responded(at: Sample.now)
    let store = await signedIn([pinging]) { $0.pingClient.respondToPing = { _ in } }
    store.exhaustivity = .off
    await store.send(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming()]))))
    #expect(store.state.mainTab?.badge(of: .responders) == 1)
    await store.send(.mainTab(.responders(.ping(.respondToPing(id: "11")))))
    await store.receive(.mainTab(.responders(.ping(.requestEnded(.respond("11"))))))
    #expect(store.state.ping.pendingPings == [Sample.incoming()])
    await store.send(.ping(.pingsUpdated(PingLists(history: [answered]))))
    await store.send(.contacts(.contactsUpdated([Sample.responder])))
    #expect(store.state.ping.pendingPings == [])
    #expect(store.state.ping.pingHistory == [answered])
    #expect(store.state.contacts.contacts == [Sample.responder])
    #expect(store.state.mainTab?.badge(of: .responders) == 0)
    await leave(store)
  }

  @Test func `answering all from the list leaves to the streams what is pending`() async {
    let late = Sample.incoming("12", at: Sample.now + 1)
    let store = await signedIn([Sample.responder]) { $0.pingClient.respondToAllPings = {} }
    store.exhaustivity = .off
    await store.send(.ping(.pingsUpdated(PingLists(pending: [Sample.incoming(), late]))))
    await store.send(.mainTab(.responders(.respondToAllConfirmed)))
    await store.receive(.mainTab(.responders(.ping(.requestEnded(.respondToAll)))))
    #expect(store.state.ping.pendingPings == [Sample.incoming(), late])
    await store.send(.ping(.pingsUpdated(PingLists(pending: [late]))))
    #expect(store.state.ping.pendingPings == [late])
    await leave(store)
  }

  // MARK: Notifications

  @Test func `a notification about a contact's alert leads to their sheet`() async {
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
    let store = await signedIn([]) { $0.preferencesClient.string = { _ in nil } }
    for delegate in [
      NotificationFeature.Action.Delegate.navigateToAlert("unknown"), .navigateToCheckIn,
    ] {
      await store.send(.mainTab(.tabSelected(.dependents))) {
        $0.mainTab?.selectedTab = .dependents
      }
      await store.receive(.mainTab(.dependents(.onAppear)))
      await store.send(.notification(.delegate(delegate)))
      await store.receive(.mainTab(.tabSelected(.checkIn))) { $0.mainTab?.selectedTab = .checkIn }
      await store.receive(.mainTab(.checkIn(.checklist(.onAppear))))
    }
    await leave(store)
  }
}
