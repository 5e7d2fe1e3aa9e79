import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

/// The example of the README, word for word.
@Reducer
private struct Counter {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case start, stop, tick }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var timer
      switch action {
      case .start:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: timer, cancelInFlight: true)
      case .stop:
        return .cancel(id: timer)
      case .tick:
        state.count += 1
        return .none
      }
    }
  }
}

@Suite(.leavesNothingBehind) struct ReadmeExampleTests {
  @Test func `the counter of the README counts until it is stopped`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.start)
    await clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0.count = 1 }
    await store.send(.stop)
    await clock.advance(by: .seconds(5))
    await store.finish()
  }
}
