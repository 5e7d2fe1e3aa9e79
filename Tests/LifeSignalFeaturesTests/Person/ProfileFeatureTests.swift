import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ProfileFeatureTests {
  private func makeStore(
    _ signOut: @escaping @Sendable () async throws -> Void = {}
  ) -> TestStoreOf<ProfileFeature> {
    TestStore(initialState: ProfileFeature.State()) {
      ProfileFeature()
    } withDependencies: {
      $0.authClient.signOut = signOut
      $0.activityClient.getActivity = { _, _ in ActivityPage() }
      $0.contactClient.getBlockedAskers = { [] }
      $0.accessTokenClient.getTokens = { [] }
      $0.timelineClient.getTimeline = { _, _ in TimelinePage() }
      $0.timelineClient.verifyTimeline = { TimelineVerdict(person: "1") }
      $0.timelineClient.timelineStream = { _ in .finished }
      $0.qrCodeClient.generateQRCode = { _ in ImageData(bytes: Data(), mimeType: "") }
    }
  }

  @Test func `the record fills the page`() async {
    let store = makeStore()
    #expect(store.state.displayName == "User")
    await store.send(.userUpdated(Sample.user)) {
      $0.userID = Sample.me
      $0.hasLoaded = true
      $0.profile = UserProfile(Sample.user)
      $0.qrCodeID = Sample.code
    }
    #expect(store.state.displayName == "Sarah Johnson")
    #expect(store.state.phoneNumber == "(555) 123-4567")
  }

  @Test func `signing out asks first and happens once`() async {
    let calls = Calls<Int>()
    let answer = Answer<Empty>()
    let store = makeStore {
      _ = calls.next()
      _ = try await answer()
    }
    store.exhaustivity = .off
    await store.send(.presentSignOutConfirmation)
    store.exhaustivity = .on
    #expect(store.state.confirmSignOut?.title == "Sign out")
    await store.send(.confirmSignOut(.presented(.confirmed))) { $0.confirmSignOut = nil }
    await store.receive(.signOut) { $0.isLoading = true }
    await store.send(.signOut)
    answer.give(Empty())
    await store.receive(.signOutSucceeded) { $0.isLoading = false }
    await store.receive(.delegate(.signedOut))
    #expect(calls.count == 1)
  }

  @Test func `a failed sign-out says why`() async {
    let store = makeStore { throw AuthError.networkError("") }
    await store.send(.signOut) { $0.isLoading = true }
    await store.receive(.signOutFailed(.networkError)) {
      $0.isLoading = false
      $0.error = .networkError
    }
  }

  @Test func `pages behind the profile open and close`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.privacyButtonTapped)
    #expect(store.state.privacy != nil)
    await store.send(.privacy(.presented(.activityButtonTapped)))
    await store.receive(\.activityButtonTapped)
    #expect(store.state.privacy == nil && store.state.activity != nil)
    await store.send(.activity(.presented(.doneButtonTapped)))
    await store.receive(\.activity.presented.delegate.dismissed)
    #expect(store.state.activity == nil)
    await store.send(.privacyButtonTapped)
    await store.send(.privacy(.presented(.timelineButtonTapped)))
    await store.receive(\.timelineButtonTapped)
    #expect(store.state.privacy == nil && store.state.timeline != nil)
    await store.receive(\.timeline.presented.timelineResponse)
    await store.send(.timeline(.presented(.doneButtonTapped)))
    await store.receive(\.timeline.presented.delegate.dismissed)
    #expect(store.state.timeline == nil)
    await store.send(.deleteAccountButtonTapped)
    await store.send(.accountDeletion(.presented(.delegate(.accountDeleted))))
    await store.receive(\.delegate.accountDeleted)
    #expect(store.state.accountDeletion == nil)
  }

  @Test func `the own code opens, follows the record and closes`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.userUpdated(Sample.user))
    await store.send(.presentQRCode)
    #expect(store.state.qrCode?.qrCodeID == Sample.code)
    await store.send(.qrCode(.presented(.closeButtonTapped)))
    await store.receive(\.qrCode.presented.delegate.dismissed)
    #expect(store.state.qrCode == nil)
    await store.send(.presentQRCode)
    await store.send(.dismissQRCode)
    #expect(store.state.qrCode == nil)
    await store.finish()
  }

  @Test func `a sign-out can be declined, and called off without words`() async {
    let store = makeStore { throw CancellationError() }
    store.exhaustivity = .off
    await store.send(.presentSignOutConfirmation)
    #expect(store.state.showSignOutConfirmation)
    await store.send(.confirmSignOut(.dismiss))
    #expect(!store.state.showSignOutConfirmation)
    store.exhaustivity = .on
    await store.send(.signOut) { $0.isLoading = true }
    await store.receive(.requestCancelled) { $0.isLoading = false }
  }

  @Test func `the settings follow the record while they are open, and close`() async {
    let store = makeStore()
    store.dependencies.settingsClient.getNotificationPreferences = { throw CancellationError() }
    store.dependencies.notificationClient.getAuthorizationStatus = { .authorized }
    store.exhaustivity = .off
    await store.send(.settingsButtonTapped)
    await store.receive(.settings(.presented(.loadCancelled)))
    var user = Sample.user
    user.preferences.pingNotifications = false
    await store.send(.userUpdated(user))
    await store.receive(
      .settings(.presented(.preferences(.updateNotificationState(user.preferences)))))
    #expect(store.state.settings?.preferences.preferences.pingNotifications == false)
    await store.send(.settings(.presented(.doneButtonTapped)))
    await store.receive(.settings(.presented(.delegate(.dismissed))))
    #expect(store.state.settings == nil)
    // Once closed, it gets no more updates.
    store.exhaustivity = .on
    await store.send(.userUpdated(user))
    await store.finish()
  }

  @Test func `settings closed while they load ask no more`() async {
    let answer = Answer<NotificationPreferences>()
    let store = makeStore()
    store.dependencies.settingsClient.getNotificationPreferences = { try await answer() }
    store.dependencies.notificationClient.getAuthorizationStatus = { .authorized }
    store.exhaustivity = .off
    await store.send(.settingsButtonTapped)
    await store.receive(.settings(.presented(.loadSettings)))
    await store.send(.settings(.dismiss))
    await store.finish()
    #expect(answer.cancellations == 1)
    #expect(store.state.settings == nil)
  }

  @Test func `the log opens by itself, and the end of the account can be left`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.activityButtonTapped)
    await store.receive(\.activity.presented.activityResponse)
    #expect(store.state.activity?.hasLoaded == true)
    await store.send(.deleteAccountButtonTapped)
    await store.send(.accountDeletion(.presented(.cancelButtonTapped)))
    await store.receive(.accountDeletion(.presented(.delegate(.dismissed))))
    #expect(store.state.accountDeletion == nil)
  }
}
