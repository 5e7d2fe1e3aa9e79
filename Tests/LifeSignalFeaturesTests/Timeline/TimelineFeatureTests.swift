import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct TimelineFeatureTests {
  private static func page(_ sequences: Int64..., hasMore: Bool = false) -> TimelinePage {
    TimelinePage(entries: sequences.map(entry), hasMore: hasMore)
  }

  private static func entry(_ sequence: Int64) -> TimelineEntryData {
    TimelineEntryData(sequence: sequence, at: Sample.now, kind: .checkedIn)
  }

  private static let verdict = TimelineVerdict(person: "1", count: 3, headHash: "ab")

  private func makeStore(
    _ update: (inout TimelineClient) -> Void = { _ in }
  ) -> TestStoreOf<TimelineFeature> {
    TestStore(initialState: TimelineFeature.State()) {
      TimelineFeature()
    } withDependencies: {
      $0.timelineClient.getTimeline = { before, _ in
        before == nil ? Self.page(9, 8, hasMore: true) : Self.page(7)
      }
      $0.timelineClient.timelineStream = { _ in .finished }
      $0.timelineClient.verifyTimeline = { Self.verdict }
      update(&$0.timelineClient)
    }
  }

  /// Opened, with the newest two of three entries, examined.
  private func open(_ store: TestStoreOf<TimelineFeature>) async {
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.receive(\.timelineResponse)
    await store.receive(\.verifyResponse)
    store.exhaustivity = .on
  }

  @Test func `the newest come first and the chain is examined; the older when asked for`() async {
    let limits = Calls<Int>()
    let store = makeStore {
      $0.getTimeline = { before, limit in
        limits.note(limit)
        return before == nil ? Self.page(9, 8, hasMore: true) : Self.page(8, 7)
      }
    }
    await store.send(.loadMoreButtonTapped)
    await store.send(.onAppear) {
      $0.isLoading = true
      $0.isVerifying = true
    }
    await store.send(.onAppear)
    await store.receive(\.timelineResponse) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.hasMore = true
      $0.entries = [Self.entry(9), Self.entry(8)]
    }
    await store.receive(\.verifyResponse) {
      $0.isVerifying = false
      $0.verdict = Self.verdict
    }
    await store.send(.onAppear)
    await store.send(.loadMoreButtonTapped) { $0.isLoading = true }
    await store.send(.loadMoreButtonTapped)
    await store.receive(\.moreResponse) {
      $0.isLoading = false
      $0.hasMore = false
      // What is known already is not there twice.
      $0.entries = [Self.entry(9), Self.entry(8), Self.entry(7)]
    }
    #expect(limits.all == [TimelineFeature.pageSize, TimelineFeature.pageSize])
  }

  @Test func `a new entry comes on top, and is verified, too`() async {
    let pages = Sending<TimelinePage>()
    let store = makeStore { $0.timelineStream = { _ in pages.updates } }
    await open(store)
    pages.yield(Self.page(9, 8, hasMore: true))
    await store.receive(\.timelineUpdated)
    pages.yield(Self.page(10, 9, hasMore: true))
    await store.receive(\.timelineUpdated) {
      $0.entries = [Self.entry(10), Self.entry(9), Self.entry(8)]
      $0.isVerifying = true
    }
    await store.receive(\.verifyResponse) { $0.isVerifying = false }
    // More than a page at once: what is known does not follow on.
    pages.yield(Self.page(30, 29, hasMore: true))
    await store.receive(\.timelineUpdated) {
      $0.entries = [Self.entry(30), Self.entry(29)]
      $0.isVerifying = true
    }
    await store.receive(\.verifyResponse) { $0.isVerifying = false }
    // The rest was removed because its time was over.
    pages.yield(Self.page())
    await store.receive(\.timelineUpdated) {
      $0.entries = []
      $0.hasMore = false
      $0.isVerifying = true
    }
    await store.receive(\.verifyResponse) { $0.isVerifying = false }
    await store.cancelInFlightEffects()
  }

  @Test func `a failed load is explained and can be repeated`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.getTimeline = { _, _ in
        if calls.next() == 1 { throw TimelineError.networkError("") }
        return Self.page(9)
      }
      $0.verifyTimeline = { try await Answer<TimelineVerdict>()() }
    }
    await store.send(.onAppear) {
      $0.isLoading = true
      $0.isVerifying = true
    }
    await store.receive(.timelineResponse(.failure(.networkError))) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.refreshButtonTapped) { $0.isLoading = true }
    await store.receive(\.timelineResponse) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.entries = [Self.entry(9)]
    }
    await store.skipInFlightEffects()
  }

  @Test func `an examination that fails takes the sign away`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.verifyTimeline = {
        if calls.next() > 1 { throw TimelineError.serverError("") }
        return Self.verdict
      }
    }
    await open(store)
    #expect(store.state.verdict == Self.verdict)
    store.exhaustivity = .off
    await store.send(.refreshButtonTapped)
    await store.receive(.verifyResponse(.failure(.serverError)))
    #expect(store.state.verdict == nil)
    #expect(store.state.error == .serverError)
    #expect(!store.state.isVerifying)
  }

  @Test func `older entries that do not come leave the newest in place`() async {
    let store = makeStore {
      $0.getTimeline = { before, _ in
        if before != nil { throw TimelineError.serverError("") }
        return Self.page(9, hasMore: true)
      }
    }
    await open(store)
    await store.send(.loadMoreButtonTapped) { $0.isLoading = true }
    await store.receive(.moreResponse(.failure(.serverError))) {
      $0.isLoading = false
      $0.error = .serverError
    }
    #expect(store.state.hasMore)
  }

  @Test func `a request that was called off says nothing, and the way back is the parent's`() async
  {
    let store = makeStore {
      $0.getTimeline = { _, _ in throw CancellationError() }
      $0.verifyTimeline = { throw CancellationError() }
    }
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.receive(.requestCancelled)
    await store.receive(.verifyCancelled)
    #expect(!store.state.isLoading)
    #expect(!store.state.isVerifying)
    #expect(store.state.error == nil)
    store.exhaustivity = .on
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}
