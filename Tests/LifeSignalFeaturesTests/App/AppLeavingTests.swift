import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Signing out, failures and coming back.
extension AppFeatureTests {
  @Test func `signing out forgets the person, their streams and answers on their way`() async {
    let answer = Answer<[NotificationData]>()
    let store = await signedIn([Sample.responder]) {
      $0.authClient.signOut = {}
      $0.notificationClient.getNotifications = { try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.notification(.loadNotifications))
    await store.send(.mainTab(.profile(.signOut)))
    await store.skipReceivedActions()
    answer.give([Sample.notification("1")])
    var expected = AppFeature.State()
    expected.isInitializing = false
    expected.auth.farewell = .signedOut
    #expect(store.state == expected)
    // Only who signs in next is still listened to.
    #expect(store.effectsInFlight == 1)
    await leave(store)
  }

  @Test func `a deleted account is confirmed, whatever brings the news first`() async {
    let store = await signedIn([])
    store.exhaustivity = .off
    await store.send(.mainTab(.profile(.delegate(.accountDeleted))))
    #expect(store.state.auth.farewell == .accountDeleted)
    await leave(store)

    let streamed = await signedIn([]) {
      $0.authClient.sendDeletionCode = { throw CancellationError() }
    }
    streamed.exhaustivity = .off
    await streamed.send(.mainTab(.profile(.deleteAccountButtonTapped)))
    await streamed.send(
      .mainTab(.profile(.accountDeletion(.presented(.confirmationChanged("DELETE"))))))
    await streamed.send(.mainTab(.profile(.accountDeletion(.presented(.sendCodeButtonTapped)))))
    await streamed.send(.authStateChanged(nil))
    #expect(streamed.state.auth.farewell == .accountDeleted)
    await leave(streamed)
  }

  @Test func `another person sees nothing of the former one`() async {
    let other = UserData(
      id: "9", profile: Profile(firstName: "O", lastName: "P"), profileComplete: true)
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
        title: "We couldn’t sign you out", error: .requestTimeout, retry: .signOut)
    }
    await store.send(.errorAlert(.presented(.retry))) { $0.errorAlert = nil }
    await store.receive(.signOut)
    await store.receive(.signOutResponse(.success(Empty()))) {
      $0.isInitializing = false
      $0.auth.farewell = .signedOut
    }
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
        return .silent
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
    await store.receive(.ping(.setError(nil)))
    #expect(
      store.state.errorAlert
        == AppErrorAlert(
          title: "The ping didn’t work", error: .requestTimeout, retry: .ping(.clear("21"))))
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
        == AppErrorAlert(title: "Check-in failed", error: .networkError, retry: .checkIn))
    #expect(store.state.mainTab?.checkIn.error == nil)
    await store.send(.errorAlert(.presented(.retry)))
    await store.receive(.mainTab(.checkIn(.checkInResponse(.failure(.permissionDenied)))))
    #expect(store.state.errorAlert == nil)
    #expect(store.state.mainTab?.checkIn.error == .permissionDenied)
    await leave(store)
  }

  @Test(arguments: [
    (RetryOperation.loadUserData, "We couldn’t load your data"),
    (.loadContacts, "We couldn’t load your contacts"), (.checkIn, "Check-in failed"),
    (.ping(.respondToAll), "The ping didn’t work"), (.signOut, "We couldn’t sign you out"),
    (.pingOfResponders(.respondToAll), "The ping didn’t work"),
    (.pingOfDependents(.ping("3")), "The ping didn’t work"),
    (.updateProfile(Edit(Profile())), "We couldn’t save your profile"),
    (
      .updatePreferences(Edit(NotificationPreferences())), "We couldn’t save your preferences"
    ),
    (.updateReminder(1_800), "We couldn’t save your preferences"),
    (.updateCheckInInterval(3_600), "We couldn’t change your interval"),
    (.updatePhoneNumber, "We couldn’t change your number"),
  ])
  func `an alert is titled by what failed, and repeats only what may help`(
    operation: RetryOperation, title: String
  ) {
    let alert = AppErrorAlert(operation, .networkError)
    #expect(alert.title.english == title)
    #expect(alert.retry == operation)
    #expect(AppErrorAlert(operation, .permissionDenied).retry == nil)
  }

  @Test func `coming back follows the streams again`() async {
    let followed = Calls<Int>()
    let store = await signedIn {
      $0.userClient.userStream = {
        _ = followed.next()
        return .silent
      }
      $0.contactClient.contactsStream = { .silent }
      $0.pingClient.pingListsStream = { .silent }
      $0.notificationClient.notificationStream = { .silent }
      $0.alertClient.getAlertStatus = { AlertStatusSnapshot() }
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
    ("/responders", MainTabFeature.Tab.responders), ("/check-in", .checkIn), ("/", .checkIn),
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
}
