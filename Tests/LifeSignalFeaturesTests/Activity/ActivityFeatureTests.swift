import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ActivityFeatureTests {
  private static func entry(_ id: Activity.ID) -> ActivityData {
    ActivityData(
      id: id, kind: .looked, contactID: "2", contactName: "John Doe", timestamp: Sample.now)
  }

  private func makeStore(
    _ get: @escaping @Sendable (Activity.ID?, Int) async throws -> ActivityPage
  ) -> TestStoreOf<ActivityFeature> {
    TestStore(initialState: ActivityFeature.State()) {
      ActivityFeature()
    } withDependencies: {
      $0.activityClient.getActivity = get
    }
  }

  @Test func `the newest come first, the older when asked for`() async {
    let store = makeStore { before, limit in
      #expect(limit == ActivityFeature.pageSize)
      return before == nil
        ? ActivityPage(entries: [Self.entry("9"), Self.entry("8")], hasMore: true)
        : ActivityPage(entries: [Self.entry("7")])
    }
    await store.send(.loadMoreButtonTapped)
    await store.send(.onAppear) { $0.isLoading = true }
    await store.send(.onAppear)
    await store.receive(\.activityResponse) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.hasMore = true
      $0.entries = [Self.entry("9"), Self.entry("8")]
    }
    await store.send(.onAppear)
    await store.send(.loadMoreButtonTapped) { $0.isLoading = true }
    await store.send(.loadMoreButtonTapped)
    await store.receive(\.moreResponse) {
      $0.isLoading = false
      $0.hasMore = false
      $0.entries = [Self.entry("9"), Self.entry("8"), Self.entry("7")]
    }
  }

  @Test func `refreshing replaces what is shown and a load under way`() async {
    let answer = Answer<ActivityPage>()
    let calls = Calls<Int>()
    let store = makeStore { _, _ in
      calls.next() == 1 ? try await answer() : ActivityPage(entries: [Self.entry("9")])
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.send(.refreshButtonTapped)
    await store.receive(\.activityResponse) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.entries = [Self.entry("9")]
    }
    #expect(answer.cancellations == 1)
  }

  @Test func `a log that does not come says why`() async {
    let store = makeStore { _, _ in throw ActivityError.networkError("") }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.activityResponse(.failure(.networkError))) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }

  @Test func `a log that was called off says nothing and is asked for again`() async {
    let store = makeStore { _, _ in throw CancellationError() }
    for _ in 1...2 {
      await store.send(.onAppear) { $0.isLoading = true }
      await store.receive(.requestCancelled) { $0.isLoading = false }
    }
  }

  @Test func `older entries that do not come leave the newest in place`() async {
    let calls = Calls<Int>()
    let page = ActivityPage(entries: [Self.entry("9")], hasMore: true)
    let store = makeStore { _, _ in
      if calls.next() > 1 { throw ActivityError.serverError("") }
      return page
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.activityResponse(.success(page))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.hasMore = true
      $0.entries = [Self.entry("9")]
    }
    await store.send(.loadMoreButtonTapped) { $0.isLoading = true }
    await store.receive(.moreResponse(.failure(.serverError))) {
      $0.isLoading = false
      $0.error = .serverError
    }
    #expect(store.state.hasMore)
  }
}
