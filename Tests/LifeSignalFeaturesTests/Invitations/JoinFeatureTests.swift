import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct JoinFeatureTests {
  private static let offer = InvitationOffer(
    inviter: "Anna", isFromOperator: false, expiresAt: Sample.now)

  private func makeStore(
    _ performer: ScriptedPerformer, _ change: (inout AuthFeature.State) -> Void = { _ in }
  ) -> TestStoreOf<AuthFeature> {
    var state = AuthFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.performer = performer
    }
  }

  @Test func `a link shows who invites, and joining comes with the number`() async {
    let store = makeStore(
      ScriptedPerformer().on(ReadInvitation.self) { _ in Self.offer })
    await store.send(.invitationOpened("token")) { $0.join = JoinFeature.State(token: "token") }
    await store.receive(\.join.onAppear) { $0.join?.isLoading = true }
    await store.receive(\.join.offerResponse) {
      $0.join?.isLoading = false
      $0.join?.offer = Self.offer
    }
    await store.send(.join(.joinButtonTapped)) { $0.join?.isAccepted = true }
    await store.send(.invitationOpened("token"))
  }

  @Test func `the code is requested with the invitation`() async {
    let store = makeStore(
      ScriptedPerformer().on(RequestInvitedCode.self) {
        #expect(
          $0
            == RequestInvitedCode(
              invitation: "token", phoneNumber: "555-123-4567", region: .unitedStates))
        return try JSONDecoder().decode(
          SendCodeAnswer.self, from: Data(#"{"verificationID": "v1"}"#.utf8))
      }
    ) {
      $0.join = JoinFeature.State(token: "token")
      $0.join?.isAccepted = true
      $0.phoneNumber = "555-123-4567"
      $0.isPhoneNumberValid = true
    }
    store.exhaustivity = .off
    await store.send(.signInButtonTapped)
    await store.receive(\.sendVerificationCodeResponse) {
      $0.verificationID = "v1"
      $0.isVerificationCodeSent = true
    }
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `with a spent link the person signs in without it`() async {
    let store = makeStore(
      ScriptedPerformer().on(ReadInvitation.self) { _ in throw Refusal.invitationUsed })
    await store.send(.invitationOpened("token")) { $0.join = JoinFeature.State(token: "token") }
    await store.receive(\.join.onAppear) { $0.join?.isLoading = true }
    await store.receive(\.join.offerResponse) {
      $0.join?.isLoading = false
      $0.join?.problem = .operationFailed(Refusal.invitationUsed.phrase)
    }
    await store.send(.join(.joinButtonTapped))
    await store.receive(\.join.delegate.declined) { $0.join = nil }
  }
}
