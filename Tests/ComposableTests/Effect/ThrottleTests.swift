import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct ThrottleTests {
  enum Action: Equatable, Sendable {
    case tapped(Int)
    case ran(Int)
    case followed
    case sent(Int)
    case cleared
    case clearedAndTapped(Int)
  }

  func makeStore(
    _ clock: TestClock, latest: Bool, following numbers: AsyncStream<Int> = AsyncStream { nil }
  ) -> TestStore<[Int], Action> {
    TestStore(initialState: []) {
      Reduce { (state: inout [Int], action: Action) -> Effect<Action> in
        switch action {
        case .tapped(let number):
          return .send(.sent(number))
            .throttle(id: 1, for: .seconds(1), clock: clock, latest: latest)
        case .ran(let number):
          return .run { await $0(.sent(number)) }.throttle(id: 1, for: .seconds(1), latest: latest)
        case .followed:
          return .follow {
            numbers
          } send: {
            .sent($0)
          }
          .throttle(id: 1, for: .seconds(1), clock: clock, latest: latest)
        case .cleared:
          return .cancel(id: 1)
        case .clearedAndTapped(let number):
          return .merge(
            .cancel(id: 1),
            .send(.sent(number)).throttle(id: 1, for: .seconds(1), clock: clock, latest: latest))
        case .sent(let number):
          state.append(number)
          return .none
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test(arguments: [true, false])
  func `the first action passes at once and leaves nothing in flight`(latest: Bool) async {
    let store = makeStore(TestClock(), latest: latest)
    await store.send(.tapped(1))
    await store.receive(.sent(1)) { $0 = [1] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `actions further apart than the interval all pass at once`(latest: Bool) async {
    let clock = TestClock()
    let store = makeStore(clock, latest: latest)
    await store.send(.tapped(1))
    await store.receive(.sent(1)) { $0 = [1] }
    await clock.advance(by: .seconds(1))
    await store.send(.ran(2))
    await store.receive(.sent(2)) { $0 = [1, 2] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `one of the actions within an interval is sent at its end`(latest: Bool) async {
    let clock = TestClock()
    let store = makeStore(clock, latest: latest)
    await store.send(.tapped(1))
    await store.receive(.sent(1)) { $0 = [1] }
    for number in 2...4 {
      await clock.advance(by: .milliseconds(200))
      await store.send(number == 3 ? .ran(3) : .tapped(number))
    }
    await clock.advance(by: .milliseconds(399))
    #expect(store.effectsInFlight == 1)
    await clock.advance(by: .milliseconds(1))
    let kept = latest ? 4 : 2
    await store.receive(.sent(kept)) { $0 = [1, kept] }
    // A sent action starts the interval again.
    await store.send(.tapped(5))
    await clock.advance(by: .milliseconds(999))
    #expect(store.effectsInFlight == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.sent(5)) { $0 = [1, kept, 5] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `an effect that sends often is thinned out`(latest: Bool) async {
    let clock = TestClock()
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore(clock, latest: latest, following: numbers)
    await store.send(.followed)
    for value in 1...3 { number.yield(value) }
    await store.receive(.sent(1)) { $0 = [1] }
    await clock.advance(by: .seconds(1))
    let kept = latest ? 3 : 2
    await store.receive(.sent(kept)) { $0 = [1, kept] }
    number.yield(4)
    number.finish()
    await clock.advance(by: .milliseconds(999))
    #expect(store.effectsInFlight == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.sent(4)) { $0 = [1, kept, 4] }
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `cancelling the id drops the action that waits`(latest: Bool) async {
    let clock = TestClock()
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let store = makeStore(clock, latest: latest, following: numbers)
    await store.send(.followed)
    number.yield(1)
    number.yield(2)
    await store.receive(.sent(1)) { $0 = [1] }
    await store.send(.cleared)
    await clock.run()
    await store.send(.tapped(3))
    await clock.run()
    await store.receive(.sent(3)) { $0 = [1, 3] }
    await store.finish()
  }

  @Test func `an action after a cancellation is not lost to the one that was cancelled`() async {
    let clock = TestClock()
    let store = makeStore(clock, latest: false)
    await store.send(.tapped(1))
    await store.receive(.sent(1)) { $0 = [1] }
    await store.send(.tapped(2))
    await store.send(.clearedAndTapped(3))
    await clock.advance(by: .seconds(1))
    await store.receive(.sent(3)) { $0 = [1, 3] }
    await store.finish()
  }

  @Test func `places and ids have intervals of their own`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Pair.State()) { Pair(clock: clock) }
    await store.send(.left(1))
    await store.receive(\.left) { $0.left = -1 }
    await store.send(.right(2))
    await store.receive(\.right) { $0.right = -2 }
    await store.finish()
  }

  @Test func `a store forgets intervals that are over`() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) -> Effect<Int> in
        if action == 0 {
          state += 1
          return .none
        }
        return .send(0).throttle(id: action, for: .seconds(1), clock: clock, latest: true)
      }
    }
    var most = 0
    for id in 1...1_000 {
      await store.send(id).finish()
      most = max(most, store.backend.control.throttledIDs)
      if id.isMultiple(of: 10) { await clock.advance(by: .seconds(1)) }
    }
    #expect(store.state == 1_000)
    #expect(most <= 40)
  }
}

/// Sends the negative of what it is sent, throttled, and adds that.
private struct Negator: Reducer {
  let clock: TestClock
  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      if action < 0 {
        state += action
        return .none
      }
      return .send(-action).throttle(id: "same", for: .seconds(1), clock: clock, latest: true)
    }
  }
}

private struct Pair: Reducer {
  let clock: TestClock
  struct State: Equatable, Sendable {
    var left = 0
    var right = 0
  }
  typealias Action = PairAction
  var body: some Reducer<State, PairAction> {
    Scope(state: \.left, action: \.left) { Negator(clock: clock) }
    Scope(state: \.right, action: \.right) { Negator(clock: clock) }
  }
}

@CasePathable
private enum PairAction: Equatable, Sendable {
  case left(Int)
  case right(Int)
}
