import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct PauseFeatureTests {
  private func makeStore(
    pausedUntil: Date? = nil, _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PauseFeature> {
    TestStore(
      initialState: PauseFeature.State(now: Sample.now, zone: .utc, pausedUntil: pausedUntil)
    ) {
      PauseFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  @Test func `a length is chosen and counts from the tap, once`() async {
    let asked = Calls<Date>()
    let answer = Answer<Empty>()
    let store = makeStore {
      $0.checkInClient.pause = {
        asked.note($0)
        _ = try await answer()
      }
    }
    await store.send(.lengthSelected(604_800)) { $0.length = 604_800 }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.send(.saveTapped)
    answer.give(Empty())
    let until = Sample.now + 604_800
    await store.receive(.saveResponse(.success(until))) { $0.isSaving = false }
    await store.receive(.delegate(.paused(until: until)))
    #expect(asked.all == [until])
  }

  /// `Sample.now` is 14 November 2023, 22:13:20 UTC.
  @Test func `a day and time of one's own replaces the length, and must be possible`() async {
    let store = makeStore { $0.checkInClient.pause = { _ in } }
    await store.send(.wallChanged("2023-11-14T22:13")) {
      $0.length = nil
      $0.wall = "2023-11-14T22:13"
    }
    await store.send(.saveTapped) { $0.problem = .pauseInThePast }
    await store.send(.wallChanged("2023-12-15T08:00")) {
      $0.wall = "2023-12-15T08:00"
      $0.problem = nil
    }
    await store.send(.saveTapped) { $0.problem = .pauseTooLong }
    await store.send(.wallChanged("nonsense")) {
      $0.wall = "nonsense"
      $0.problem = nil
    }
    await store.send(.saveTapped) { $0.problem = .pauseInThePast }
    await store.send(.wallChanged("2023-11-20T08:00")) {
      $0.wall = "2023-11-20T08:00"
      $0.problem = nil
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    let until = Zone.utc.instant(wall: "2023-11-20T08:00")!
    await store.receive(.saveResponse(.success(until))) { $0.isSaving = false }
    await store.receive(.delegate(.paused(until: until)))
  }

  @Test func `a refused pause says why, one called off nothing`() async {
    let tries = Calls<Int>()
    let store = makeStore {
      $0.checkInClient.pause = { _ in
        if tries.next() == 1 { throw Refusal.endAlertFirst }
        throw CancellationError()
      }
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    let error = UserFacingError(Refusal.endAlertFirst)
    await store.receive(.saveResponse(.failure(error))) {
      $0.isSaving = false
      $0.error = error
    }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.requestCancelled) { $0.isSaving = false }
    await store.send(.cancelTapped)
    await store.receive(.delegate(.cancelled))
  }

  @Test func `another end starts from the one there is`() {
    let store = makeStore(pausedUntil: Zone.utc.instant(wall: "2023-11-20T08:00"))
    #expect(store.state.wall == "2023-11-20T08:00")
    #expect(store.state.length == nil)
  }
}
