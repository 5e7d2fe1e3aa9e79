import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct WishFeatureTests {
  private static let offer = InvitationOffer(
    inviter: "Anna", isFromOperator: false, expiresAt: Sample.now, wish: .watchOverMe,
    interval: 86_400)

  private func makeStore(
    hasAgreed: Bool = false, _ performer: ScriptedPerformer
  ) -> TestStoreOf<WishFeature> {
    TestStore(initialState: WishFeature.State(token: "token", hasAgreed: hasAgreed)) {
      WishFeature()
    } withDependencies: {
      $0.performer = performer
    }
  }

  private static let granting = ScriptedPerformer()
    .on(ReadWish.self) { _ in offer }
    .on(AcceptInvitation.self) {
      #expect($0.invitation == "token")
      return Sample.dependent
    }

  @Test func `a member sees the wish, and grants it with one tap`() async {
    let store = makeStore(Self.granting)
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.offerResponse) {
      $0.isLoading = false
      $0.offer = Self.offer
    }
    await store.send(.acceptButtonTapped) { $0.isLoading = true }
    await store.send(.acceptButtonTapped)
    await store.receive(\.acceptResponse) {
      $0.isLoading = false
      $0.contact = Sample.dependent
    }
    await store.send(.contactButtonTapped)
    await store.receive(\.delegate.contactOpened)
  }

  @Test func `a person who agreed before they signed in is not asked again`() async {
    let store = makeStore(hasAgreed: true, Self.granting)
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.offerResponse) { $0.offer = Self.offer }
    await store.receive(\.acceptResponse) {
      $0.isLoading = false
      $0.contact = Sample.dependent
    }
  }

  @Test func `a link of no use says why, and "No, thanks" sends nothing`() async {
    let store = makeStore(
      ScriptedPerformer().on(ReadWish.self) { _ in throw Refusal.invitationWithdrawn })
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.offerResponse) {
      $0.isLoading = false
      $0.problem = .operationFailed(Refusal.invitationWithdrawn.phrase)
    }
    await store.send(.acceptButtonTapped)
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }
}

@Suite struct AskFeatureTests {
  private static let made = NewInvitation(
    token: "secret",
    details: InvitationData(
      id: "2", createdAt: Sample.now, expiresAt: Sample.now + 86_400, wish: .watchOverMe))

  private func makeStore(
    made: NewInvitation? = nil, _ performer: ScriptedPerformer
  ) -> TestStoreOf<AskFeature> {
    TestStore(initialState: AskFeature.State(wish: .watchOverMe, made: made)) {
      AskFeature()
    } withDependencies: {
      $0.performer = performer
    }
  }

  @Test func `asking makes a link with the wish, and shares it`() async {
    let store = makeStore(
      ScriptedPerformer().on(MakeInvitation.self) {
        #expect($0 == MakeInvitation(wish: .watchOverMe))
        return Self.made
      })
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.madeResponse) {
      $0.isLoading = false
      $0.made = Self.made
    }
    await store.send(.shareFinished(.linkCopied)) { $0.outcome = .linkCopied }
    await store.send(.outcomeDismissed) { $0.outcome = nil }
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }

  @Test func `a link that is still open is shown again`() async {
    let store = makeStore(
      made: Self.made,
      ScriptedPerformer().on(GetInvitations.self) { _ in
        InvitationList(invitations: [Self.made.details], isOffered: true)
      })
    await store.send(.onAppear) {
      $0.isLoading = true
      $0.made = nil
    }
    await store.receive(\.madeResponse) {
      $0.isLoading = false
      $0.made = Self.made
    }
  }

  @Test func `a refusal is shown, and closes the sheet`() async {
    let store = makeStore(
      ScriptedPerformer().on(MakeInvitation.self) { _ in throw Refusal.tooManyInvitations })
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.madeResponse) {
      $0.isLoading = false
      $0.error = .operationFailed(Refusal.tooManyInvitations.phrase)
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.receive(\.delegate.dismissed)
  }
}
