import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct InvitationsFeatureTests {
  private static let first = InvitationData(
    id: "1", createdAt: Sample.now, expiresAt: Sample.now + 86_400)
  private static let second = InvitationData(
    id: "2", createdAt: Sample.now + 1, expiresAt: Sample.now + 86_401)
  private static let made = NewInvitation(token: "secret", details: second)

  private static func list(_ invitations: InvitationData...) -> InvitationList {
    InvitationList(invitations: invitations, isOffered: true)
  }

  private func makeStore(
    _ performer: ScriptedPerformer, _ change: (inout InvitationsFeature.State) -> Void = { _ in }
  ) -> TestStoreOf<InvitationsFeature> {
    var state = InvitationsFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      InvitationsFeature()
    } withDependencies: {
      $0.performer = performer
    }
  }

  @Test func `a new invitation is shown with the list that has it`() async {
    let store = makeStore(
      ScriptedPerformer().on(MakeInvitation.self) {
        #expect($0 == MakeInvitation())
        return Self.made
      }
      .on(GetInvitations.self) { _ in Self.list(Self.second, Self.first) }
    ) { $0.list = Self.list(Self.first) }
    await store.send(.onAppear)
    await store.send(.inviteButtonTapped) { $0.isLoading = true }
    await store.send(.inviteButtonTapped)
    await store.receive(\.makeResponse) {
      $0.isLoading = false
      $0.created = Self.made
      $0.list = Self.list(Self.second, Self.first)
    }
    await store.send(.shareFinished(.linkCopied)) { $0.outcome = .linkCopied }
    await store.send(.outcomeDismissed) { $0.outcome = nil }
  }

  @Test func `the list is read when the sheet opens`() async {
    let store = makeStore(
      ScriptedPerformer().on(GetInvitations.self) { _ in Self.list(Self.first) })
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.listResponse) {
      $0.isLoading = false
      $0.list = Self.list(Self.first)
    }
  }

  @Test func `a withdrawn invitation leaves the list, and its link the page`() async {
    let store = makeStore(
      ScriptedPerformer().on(WithdrawInvitation.self) {
        #expect($0.id == "2")
        return Empty()
      }
      .on(GetInvitations.self) { _ in Self.list(Self.first) }
    ) {
      $0.list = Self.list(Self.second, Self.first)
      $0.created = Self.made
    }
    await store.send(.withdrawButtonTapped(Self.second)) {
      $0.isLoading = true
      $0.created = nil
    }
    await store.receive(\.listResponse) {
      $0.isLoading = false
      $0.list = Self.list(Self.first)
    }
  }

  @Test func `a refusal is shown`() async {
    let store = makeStore(
      ScriptedPerformer().on(MakeInvitation.self) { _ in throw Refusal.tooManyInvitations }
    ) { $0.list = Self.list() }
    await store.send(.inviteButtonTapped) { $0.isLoading = true }
    await store.receive(\.makeResponse) {
      $0.isLoading = false
      $0.error = .operationFailed(Refusal.tooManyInvitations.phrase)
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }
}
