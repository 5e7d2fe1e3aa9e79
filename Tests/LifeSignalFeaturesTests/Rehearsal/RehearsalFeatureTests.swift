import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct RehearsalFeatureTests {
  private static let rehearsal = Rehearsal(alarmAt: Sample.now, holes: [.noResponders])

  private func makeStore(
    _ rehearse: @escaping @Sendable () async throws -> Rehearsal = { rehearsal }
  ) -> TestStoreOf<RehearsalFeature> {
    TestStore(initialState: RehearsalFeature.State()) {
      RehearsalFeature()
    } withDependencies: {
      $0.alarmClient.rehearse = rehearse
    }
  }

  @Test func `it is worked out, and again when asked`() async {
    let store = makeStore()
    for action in [RehearsalFeature.Action.onAppear, .refreshButtonTapped] {
      await store.send(action) { $0.isLoading = true }
      await store.receive(\.rehearsalResponse) {
        $0.isLoading = false
        $0.rehearsal = Self.rehearsal
      }
    }
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }

  @Test func `asked twice, the newer answer counts`() async {
    let answer = Answer<Rehearsal>()
    let calls = Calls<Int>()
    let store = makeStore { calls.next() == 1 ? try await answer() : Self.rehearsal }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.send(.refreshButtonTapped)
    await store.receive(\.rehearsalResponse) {
      $0.isLoading = false
      $0.rehearsal = Self.rehearsal
    }
    #expect(answer.cancellations == 1)
  }

  @Test func `a failure is reported`() async {
    let store = makeStore { throw Refusal.personNotFound }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.rehearsalResponse) {
      $0.isLoading = false
      $0.error = UserFacingError.from(Refusal.personNotFound)
    }
    await store.send(.dismissError) { $0.error = nil }
  }

  @Test func `called off, it stops loading`() async {
    let store = makeStore { throw CancellationError() }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.requestCancelled) { $0.isLoading = false }
  }
}
