import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct `Signing in by mail` {
  private func makeStore(
    _ performer: ScriptedPerformer = ScriptedPerformer(),
    _ change: (inout AuthFeature.State) -> Void = { _ in }
  ) -> TestStoreOf<AuthFeature> {
    var state = AuthFeature.State()
    state.offeredMeans = [.phone, .email]
    change(&state)
    return TestStore(initialState: state) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.performer = performer
    }
  }

  private static func answer() throws -> SendCodeAnswer {
    try JSONDecoder().decode(
      SendCodeAnswer.self, from: Data(#"{"verificationID": "v1"}"#.utf8))
  }

  @Test func `is one of the means that the server offers`() async {
    let store = makeStore()
    #expect(store.state.means == .phone && store.state.otherMeans == [.email])
    await store.send(.meansChosen(.email)) { $0.chosenMeans = .email }
    #expect(store.state.means == .email && store.state.otherMeans == [.phone])
    // Restored on a server that sends none any more.
    var other = store.state
    other.offeredMeans = [.phone]
    #expect(other.means == .phone && other.otherMeans.isEmpty)
  }

  @Test func `is all there is where the server sends only mail`() {
    var state = AuthFeature.State()
    state.offeredMeans = [.email]
    #expect(state.means == .email && state.otherMeans.isEmpty)
  }

  @Test func `requests a code as soon as the address is whole, with the invitation`() async {
    let store = makeStore(
      ScriptedPerformer().on(RequestEmailCode.self) {
        #expect($0 == RequestEmailCode(email: "Dana@Example.org", invitation: "token"))
        return try Self.answer()
      }
    ) {
      $0.chosenMeans = .email
      $0.join = JoinFeature.State(token: "token")
      $0.join?.isAccepted = true
    }
    store.exhaustivity = .off
    await store.send(.emailChanged("Dana@")) { $0.emailAddress = "Dana@" }
    #expect(!store.state.isSignInButtonEnabled)
    await store.send(.emailChanged("Dana@Example.org")) { $0.emailAddress = "Dana@Example.org" }
    #expect(store.state.isSignInButtonEnabled)
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.receive(\.sendVerificationCodeResponse) {
      $0.verificationID = "v1"
      $0.isVerificationCodeSent = true
    }
    #expect(store.state.destination == "dana@example.org")
    // The code was sent: it is typed, or the step is left.
    await store.send(.meansChosen(.phone))
    #expect(store.state.means == .email)
    await store.send(.backButtonTapped) { $0.isVerificationCodeSent = false }
    #expect(store.state.emailAddress == "Dana@Example.org")
  }
}
