import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct PlaceTests {
  private func link(_ path: String) -> DeepLink? {
    URL(string: "https://example.org\(path)").flatMap(DeepLink.init)
  }

  /// A signed-in person who knows John and Jane.
  private func makeStore(
    _ change: (inout AppFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    var state = AppFeature.State()
    state.isInitializing = false
    state.isAuthenticated = true
    state.user.userData = Sample.user
    var mainTab = MainTabFeature.State(
      contacts: .init(contacts: [Sample.responder, Sample.dependent], hasLoaded: true),
      currentTime: Sample.now)
    mainTab.home.qrCodeID = Sample.code
    state.mainTab = mainTab
    state.ping.pendingPings = [Sample.incoming()]
    change(&state)
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      Server().install(in: &$0)
      $0.qrCodeClient = .browser
      $0.notificationClient.getNotifications = { [] }
      $0.preferencesClient.bool = { _ in nil }
      $0.contactClient.getContactInfo = { _ in throw CancellationError() }
      $0.contactClient.getContacts = { [Sample.responder, Sample.dependent] }
      $0.preferencesClient.string = { _ in nil }
      $0.performer = ScriptedPerformer().on(GetInvitations.self) { _ in
        InvitationList(invitations: [], isOffered: true)
      }
      .on(MakeInvitation.self) {
        NewInvitation(
          token: "t",
          details: InvitationData(
            id: "1", createdAt: Sample.now, expiresAt: Sample.now, wish: $0.wish))
      }
      .on(ReadWish.self) { _ in Self.wish }
      $0.userClient.currentUser = { Sample.user }
      update(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func go(_ store: TestStoreOf<AppFeature>, _ path: String) async throws {
    let url = try #require(URL(string: "https://example.org\(path)"))
    await store.send(.handleDeepLink(url))
    await store.skipReceivedActions(strict: false)
  }

  @Test(arguments: [
    "/check-in", "/responders", "/dependents", "/profile", "/instructions", "/share", "/scan",
    "/add/\(Sample.code)", "/responders/2", "/responders/scan", "/responders/add/\(Sample.code)",
    "/dependents/3", "/dependents/scan",
    "/dependents/add/\(Sample.code)", "/notifications",
    "/notifications/preferences", "/pings/11", "/profile/invitations",
    "/responders/ask", "/dependents/offer", "/join/token",
  ])
  func `every place opens from anywhere, names itself, and is left for another`(
    path: String
  ) async throws {
    let store = makeStore()
    for start in ["/check-in", "/dependents/3", "/notifications"] {
      try await go(store, start)
      #expect(store.state.deepLink?.path == start)
      try await go(store, path)
      #expect(store.state.deepLink?.path == path)
    }
    try await go(store, "/check-in")
    #expect(store.state.deepLink == .tab(.checkIn))
    #expect(store.state.mainTab?.home.qrScanner == nil)
    #expect(store.state.mainTab?.dependents.contactDetails == nil)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `the preferences of notifications are closed at the next visit`() async throws {
    let store = makeStore()
    try await go(store, "/notifications/preferences")
    await store.send(.mainTab(.tabSelected(.profile)))
    #expect(!store.state.notification.isPreferencesSheetPresented)
    try await go(store, "/notifications/preferences")
    await store.send(.mainTab(.showNotifications(false)))
    await store.send(.mainTab(.showNotifications(true)))
    #expect(store.state.deepLink?.path == "/notifications")
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `an unknown place leads to the known one above it, or to none`() {
    #expect(link("/profile/x/y")?.path == "/profile")
    #expect(link("/")?.path == "/check-in")
    #expect(link("/home")?.path == "/check-in")
    #expect(link("/home/interval")?.path == "/check-in")
    #expect(link("/home/code")?.path == "/share")
    #expect(link("/nowhere") == nil)
    #expect(link("/pings") == nil)
  }

  @Test func `a link to an unknown contact shows an error, and the list stays`() async throws {
    let store = makeStore()
    try await go(store, "/responders/99")
    #expect(store.state.error == .dataNotFound)
    #expect(store.state.deepLink == .tab(.responders))
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a link to a contact waits for the list`() async throws {
    let store = makeStore {
      $0.mainTab?.contacts = .init()
    } _: {
      $0.contactClient.getContacts = { try await Answer<[ContactData]>()() }
    }
    try await go(store, "/dependents/3")
    #expect(store.state.deepLink == .tab(.dependents))
    #expect(store.state.error == nil)
    await store.send(.contacts(.contactsUpdated([Sample.dependent])))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.deepLink?.path == "/dependents/3")
    #expect(store.state.pendingDeepLink == nil)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a link waits for the sign-in, and the address shows it meanwhile`() async throws {
    let store = makeStore {
      $0 = .init()
    }
    try await go(store, "/add/\(Sample.code)")
    #expect(store.state.deepLink?.path == "/add/\(Sample.code)")
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.mainTab?.home.addContact?.qrCode == Sample.code)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `an invitation waits with its address until the person has joined`() async throws {
    let offer = InvitationOffer(inviter: "Anna", isFromOperator: false, expiresAt: Sample.now)
    let store = makeStore {
      $0 = .init()
    } _: {
      $0.performer = ScriptedPerformer().on(ReadInvitation.self) {
        #expect($0.invitation == "token")
        return offer
      }
    }
    try await go(store, "/join/token")
    #expect(store.state.deepLink?.path == "/join/token")
    #expect(store.state.auth.join?.offer == offer)
    await store.send(.auth(.join(.joinButtonTapped)))
    // The page is loaded again, on the way to the number.
    try await go(store, "/join/token")
    #expect(store.state.auth.join?.isAccepted == true)
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.auth.join == nil)
    #expect(store.state.deepLink == .tab(.checkIn))
    await store.cancelInFlightEffects(strict: false)
  }

  private static let wish = InvitationOffer(
    inviter: "Anna", isFromOperator: false, expiresAt: Sample.now, wish: .watchOverMe,
    interval: 86_400)

  @Test func `a visitor who agreed to a wish is not asked again after the sign-in`() async throws {
    let store = makeStore {
      $0 = .init()
    } _: {
      $0.performer = ScriptedPerformer()
        .on(ReadInvitation.self) { _ in Self.wish }
        .on(ReadWish.self) { _ in Self.wish }
        .on(AcceptInvitation.self) {
          #expect($0.invitation == "token")
          return Sample.dependent
        }
    }
    try await go(store, "/join/token")
    await store.send(.auth(.join(.joinButtonTapped)))
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.wish?.contact == Sample.dependent)
    #expect(store.state.agreedInvitation == nil)
    #expect(store.state.deepLink?.path == "/join/token")
    await store.send(.wish(.presented(.doneButtonTapped)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.deepLink == .tab(.checkIn))
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a visitor who declined a wish meets no question after the sign-in`() async throws {
    let store = makeStore {
      $0 = .init()
    } _: {
      $0.performer = ScriptedPerformer().on(ReadInvitation.self) { _ in Self.wish }
    }
    try await go(store, "/join/token")
    await store.send(.auth(.join(.declineButtonTapped)))
    await store.skipReceivedActions(strict: false)
    await store.send(.authStateChanged(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.wish == nil)
    #expect(store.state.deepLink == .tab(.checkIn))
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a member who opens an invitation sees it above their tab`() async throws {
    let store = makeStore { _ in
    } _: {
      $0.performer = ScriptedPerformer().on(ReadWish.self) { _ in Self.wish }
    }
    try await go(store, "/dependents")
    try await go(store, "/join/token")
    #expect(store.state.deepLink?.path == "/join/token")
    #expect(store.state.wish?.offer == Self.wish)
    #expect(store.state.wish?.contact == nil, "a link alone agrees to nothing")
    try await go(store, "/dependents")
    #expect(store.state.wish == nil)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `a code in a link is looked up once however often the address is said`() async throws {
    let calls = Calls<QRCodeID>()
    let store = makeStore { _ in
    } _: {
      $0.contactClient.getContactInfo = {
        calls.note($0)
        throw CancellationError()
      }
    }
    try await go(store, "/add/\(Sample.code)")
    try await go(store, "/add/\(Sample.code)")
    await store.finish()
    #expect(calls.all == [Sample.code])
  }
}
