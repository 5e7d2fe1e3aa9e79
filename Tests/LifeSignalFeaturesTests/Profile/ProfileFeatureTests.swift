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
    #expect(store.state.phoneNumber == "+1 (555) 123-4567")
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
    #expect(store.state.confirmSignOut?.title == "Sign Out")
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
    await store.send(.deleteAccountButtonTapped)
    await store.send(.accountDeletion(.presented(.delegate(.accountDeleted))))
    await store.receive(\.delegate.signedOut)
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
}
