import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct MainTabFeatureTests {
  @Test func `selecting a tab is appearing on it and closes the notifications`() async {
    let contacts = ContactsFeature.State(hasLoaded: true)
    let store = TestStore(
      initialState: MainTabFeature.State(contacts: contacts, currentTime: Sample.now)
    ) {
      MainTabFeature()
    } withDependencies: {
      $0.preferencesClient.string = { _ in nil }
      $0.channelClient.getChannels = { throw CancellationError() }
    }
    #expect(store.state.selectedTab == .checkIn)
    await store.send(.showNotifications(true)) { $0.isNotificationsPresented = true }
    await store.send(.tabSelected(.dependents)) {
      $0.selectedTab = .dependents
      $0.isNotificationsPresented = false
    }
    await store.receive(.dependents(.onAppear))
    await store.send(.tabSelected(.checkIn)) { $0.selectedTab = .checkIn }
    await store.receive(.checkIn(.checklist(.onAppear)))
    await store.send(.tabSelected(.checkIn))
    await store.receive(.checkIn(.checklist(.onAppear)))
    await store.finish()
  }

  @Test func `a shortcut selects the tab of its sheet and opens it`() async {
    let contacts = ContactsFeature.State(hasLoaded: true)
    let store = TestStore(
      initialState: MainTabFeature.State(contacts: contacts, currentTime: Sample.now)
    ) {
      MainTabFeature()
    } withDependencies: {
      $0.userClient.currentUser = { throw CancellationError() }
      $0.channelClient.getChannels = { throw CancellationError() }
      $0.settingsClient.getNotificationPreferences = { throw CancellationError() }
      $0.notificationClient.getAuthorizationStatus = { .authorized }
      $0.alarmClient.getPlan = { throw CancellationError() }
      $0.alarmClient.rehearse = { throw CancellationError() }
      $0.performer = ScriptedPerformer()
    }
    store.exhaustivity = .off
    await store.send(.shortcutTapped(.notificationSettings))
    await store.receive(.profile(.settingsButtonTapped))
    #expect(store.state.selectedTab == .profile && store.state.profile.settings != nil)
    await store.send(.shortcutTapped(.orderOfCalls))
    await store.receive(.responders(.planButtonTapped))
    #expect(store.state.selectedTab == .responders && store.state.responders.plan != nil)
    await store.send(.shortcutTapped(.rehearsal))
    await store.receive(.checkIn(.rehearsalButtonTapped))
    #expect(store.state.selectedTab == .checkIn && store.state.checkIn.rehearsal != nil)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `badges count pings on one tab and people in trouble on the other`() {
    let state = MainTabFeature.State(
      contacts: .init(contacts: [
        Sample.responder.with { $0.hasIncomingPing = true },
        Sample.dependent.with { $0.isNonResponsive = true },
        ContactData(id: "9", isDependent: true, manualAlertActive: true),
      ]), currentTime: Sample.now)
    #expect(
      MainTabFeature.Tab.allCases.map(state.badge(of:)) == [0, 1, 2, 0])
    #expect(!state.hasNoResponders)
  }

  @Test func `a tab shows a badge while a request waits on it`() {
    func badges(_ contacts: ContactData...) -> [Int] {
      let state = MainTabFeature.State(
        contacts: .init(contacts: .init(uniqueElements: contacts)), currentTime: Sample.now)
      return [state.badge(of: .responders), state.badge(of: .dependents)]
    }
    var offer = ContactData(id: "9", isResponder: true)
    offer.relation = .requestedByThem
    var wish = ContactData(id: "10", isDependent: true)
    wish.relation = .requestedByThem
    var both = ContactData(id: "11", isResponder: true, isDependent: true)
    both.relation = .requestedByThem
    var role = ContactData(id: "12", isResponder: true)
    role.responderRequest = .requestedByThem
    var own = ContactData(id: "13", isResponder: true, isDependent: true)
    own.relation = .requestedByMe
    #expect(badges(offer) == [1, 0])
    #expect(badges(wish) == [0, 1])
    #expect(badges(both) == [1, 1])
    #expect(badges(role) == [0, 1], "a contact who asks for more")
    #expect(badges(own) == [0, 0], "the other side's answer is awaited")
    #expect(badges(offer, wish, both, role, own) == [2, 3])
  }

  @Test func `two features with the same cancellation ids do not cancel each other`() async {
    let (first, second) = (Answer<[ContactData]>(), Answer<[ContactData]>())
    let calls = Calls<Int>()
    let store = TestStore(initialState: MainTabFeature.State(currentTime: Sample.now)) {
      MainTabFeature()
    } withDependencies: {
      $0.contactClient.getContacts = { try await calls.next() == 1 ? first() : second() }
    }
    await store.send(.responders(.contacts(.loadContacts)))
    await store.send(.dependents(.contacts(.loadContacts)))
    first.give([Sample.responder])
    await store.receive(.responders(.contacts(.contactsLoaded([Sample.responder])))) {
      $0.responders.contacts.hasLoaded = true
      $0.responders.contacts.contacts = [Sample.responder]
    }
    second.give([])
    await store.receive(.dependents(.contacts(.contactsLoaded([])))) { $0.contacts.contacts = [] }
  }

  @Test func `each tab appears when it is selected`() async {
    let store = TestStore(
      initialState: MainTabFeature.State(
        contacts: ContactsFeature.State(hasLoaded: true), currentTime: Sample.now)
    ) {
      MainTabFeature()
    } withDependencies: {
      $0.userClient.currentUser = { throw CancellationError() }
      $0.channelClient.getChannels = { throw CancellationError() }
    }
    await store.send(.tabSelected(.responders)) { $0.selectedTab = .responders }
    await store.receive(.responders(.onAppear))
    await store.send(.tabSelected(.profile)) { $0.selectedTab = .profile }
    await store.receive(.profile(.onAppear))
    await store.receive(.profile(.loadProfile)) { $0.profile.isLoading = true }
    await store.receive(.profile(.requestCancelled)) { $0.profile.isLoading = false }
    await store.send(.tabSelected(.checkIn)) { $0.selectedTab = .checkIn }
    await store.receive(.checkIn(.checklist(.onAppear)))
    await store.send(.checkIn(.dismissNotice))
    await store.send(.alert(.dismissError))
    await store.finish()
    #expect(store.state.hasNoResponders)
  }
}
