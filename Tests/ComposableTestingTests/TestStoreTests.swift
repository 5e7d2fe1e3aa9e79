import Composable
import ComposableTestSupport
import ComposableTesting
import IssueReporting
import Testing

@Reducer
struct Timer {
  struct State: Equatable, Sendable {
    var count = 0
    var isRunning = false
    @Shared(.inMemory("total")) var total = 0
  }
  enum Action: Equatable, Sendable {
    case startButtonTapped
    case stopButtonTapped
    case ticked
    case loadButtonTapped
    case loaded(Int)
    case totalButtonTapped
  }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: "timer")
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: "timer")
      case .ticked:
        state.count += 1
        return .none
      case .loadButtonTapped:
        return .run { send in await send(.loaded(42)) }
      case .loaded(let number):
        state.count = number
        return .none
      case .totalButtonTapped:
        state.$total.withLock { $0 += 1 }
        return .none
      }
    }
  }
}

@Suite(.leavesNothingBehind) struct TestStoreTests {
  let clock = TestClock()

  func makeStore() -> TestStoreOf<Timer> {
    TestStore(initialState: Timer.State()) {
      Timer()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a feature on a clock is told step by step`() async {
    let store = makeStore()
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.count = 1 }
    await store.receive(\.ticked) { $0.count = 2 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func `an effect's action is received with its value`() async {
    let store = makeStore()
    await store.send(.loadButtonTapped)
    await store.receive(\.loaded, 42) { $0.count = 42 }
  }

  @Test func `a change nobody asserted fails`() async {
    let store = makeStore()
    await withKnownIssue {
      await store.send(.startButtonTapped)
    } matching: {
      "\($0)".contains("not expected to change on sending")
    }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `shared state is asserted like any other`() async {
    let store = makeStore()
    await store.send(.totalButtonTapped) { $0.$total.withLock { $0 = 1 } }
    await withKnownIssue {
      await store.send(.totalButtonTapped)
    } matching: {
      "\($0)".contains("Shared state")
    }
  }

  @Test func `work under an id of its own stays on the store's executor`() async {
    let clock = clock
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, number: Int) in
        state += number
        return number > 1
          ? .none
          : .run { send in
            let result = try await withTaskCancellation(id: "nested") {
              try await clock.sleep(for: .seconds(1))
              return 2
            }
            await send(result)
          }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(1) { $0 = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = 3 }
    await store.finish()
  }
}
