import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct DebounceTests {
  enum Action: Equatable, Sendable {
    case typed(Int)
    case sent(Int)
    case cleared
    case slow(Int)
    case concatenated
  }

  func makeStore(_ clock: TestClock) -> TestStore<[Int], Action> {
    TestStore(initialState: []) {
      Reduce { (state: inout [Int], action: Action) -> Effect<Action> in
        switch action {
        case .typed(let number):
          return .run { await $0(.sent(number)) }.debounce(id: 1, for: .seconds(1), clock: clock)
        case .slow(let number):
          return .run { send in
            try await clock.sleep(for: .seconds(10))
            await send(.sent(number))
          }
          .debounce(id: 1, for: .seconds(1))
        case .concatenated:
          return .concatenate(.send(.sent(1)), .run { await $0(.sent(2)) })
            .debounce(id: 1, for: .seconds(1), clock: clock)
        case .cleared:
          return .cancel(id: 1)
        case .sent(let number):
          state.append(number)
          return .none
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a debounced effect starts after the time has passed`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.typed(1))
    await clock.advance(by: .milliseconds(999))
    #expect(store.effectsInFlight == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.sent(1)) { $0 = [1] }
    await store.finish()
  }

  @Test func `a debounced effect gives way to the next, and its delay starts again`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.typed(1))
    await clock.advance(by: .milliseconds(900))
    await store.send(.typed(2))
    await clock.advance(by: .milliseconds(900))
    await store.send(.typed(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.sent(3)) { $0 = [3] }
    await store.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `cancelling its id keeps a debounced effect from starting`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.typed(1))
    await store.send(.cleared)
    await clock.run()
    await store.finish()
  }

  @Test func `a debounced effect that runs already gives way as well`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.slow(1))
    await clock.advance(by: .seconds(5))
    await store.send(.typed(2))
    await clock.run()
    await store.receive(.sent(2)) { $0 = [2] }
    await store.finish()
  }

  @Test func `without a clock of its own it takes the one of the store's dependencies`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.slow(1))
    await clock.advance(by: .seconds(11))
    await store.receive(.sent(1)) { $0 = [1] }
    await store.finish()
  }

  @Test func `a debounced concatenation and the actions in it wait as a whole`() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.concatenated)
    await clock.advance(by: .seconds(1))
    await store.receive(.sent(1)) { $0 = [1] }
    await store.receive(.sent(2)) { $0 = [1, 2] }
    await store.finish()
  }
}
