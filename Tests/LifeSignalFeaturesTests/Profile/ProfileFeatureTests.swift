import Composable
import ComposableTesting
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
    }
  }

  @Test func `the record fills the page`() async {
    let store = makeStore()
    #expect(store.state.displayName == "User")
    await store.send(.userUpdated(Sample.user)) {
      $0.name = "Sarah Johnson"
      $0.phoneNumber = "+1 (555) 123-4567"
    }
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
}
