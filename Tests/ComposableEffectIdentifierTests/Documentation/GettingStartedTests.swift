import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

/// The feature and the test of the article "Getting started", run. Keep the two alike.
@Suite(.leavesNothingBehind) struct GettingStartedTests {
  @Test func `the timer rings when its time is over`() async {
    let clock = TestClock()
    let store = TestStore(initialState: EggTimer.State()) {
      EggTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped(seconds: 2)) { $0.secondsLeft = 2 }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.secondsLeft = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) {
      $0.secondsLeft = 0
      $0.isRinging = true
    }
    await store.finish()
  }

  @Test func `a store waits for what an action started`() async {
    let store = Store(initialState: EggTimer.State()) {
      EggTimer()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    let boiling = store.send(.startButtonTapped(seconds: 3))
    await boiling.finish()
    #expect(store.state.isRinging)
  }

  @Test func `neither of two eggs stops the other`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Breakfast.State()) {
      Breakfast()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.soft(.startButtonTapped(seconds: 1))) { $0.soft.secondsLeft = 1 }
    await store.send(.hard(.startButtonTapped(seconds: 2))) { $0.hard.secondsLeft = 2 }
    await store.send(.hard(.stopButtonTapped)) { $0.hard.secondsLeft = 0 }
    await clock.advance(by: .seconds(1))
    await store.receive(.soft(.ticked)) {
      $0.soft.secondsLeft = 0
      $0.soft.isRinging = true
    }
    await store.finish()
  }
}

@Reducer
private struct EggTimer {
  struct State: Equatable, Sendable {
    var secondsLeft = 0
    var isRinging = false
  }

  enum Action: Equatable, Sendable {
    case startButtonTapped(seconds: Int)
    case stopButtonTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var ticking
      switch action {
      case .startButtonTapped(let seconds):
        state = State(secondsLeft: seconds)
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: ticking, cancelInFlight: true)

      case .stopButtonTapped:
        state = State()
        return .cancel(id: ticking)

      case .ticked:
        state.secondsLeft -= 1
        guard state.secondsLeft == 0 else { return .none }
        state.isRinging = true
        return .cancel(id: ticking)
      }
    }
  }
}

@Reducer
private struct Breakfast {
  struct State: Equatable, Sendable {
    var soft = EggTimer.State()
    var hard = EggTimer.State()
  }
  enum Action: Equatable, Sendable {
    case soft(EggTimer.Action)
    case hard(EggTimer.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.soft, action: \.soft) { EggTimer() }
    Scope(state: \.hard, action: \.hard) { EggTimer() }
  }
}
