import Composable
import ComposableTestSupport
import ComposableTesting
import IssueReporting
import Testing

/// Every way in which a test store fails a test says so in words of its own.
@Suite(.leavesNothingBehind) struct TestStoreFailureTests {
  let clock = TestClock()

  func makeStore() -> TestStoreOf<Timer> {
    TestStore(initialState: Timer.State()) {
      Timer()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  nonisolated(nonsending) func fails(
    with text: String, _ body: nonisolated(nonsending) () async -> Void
  ) async {
    await withKnownIssue {
      await body()
    } matching: {
      "\($0)".contains(text)
    }
  }

  @Test func `an asserted change that differs`() async {
    let store = makeStore()
    await fails(with: "did not change as expected on sending") {
      await store.send(.loaded(1)) { $0.count = 2 }
    }
  }

  @Test func `a closure that changes nothing`() async {
    let store = makeStore()
    await fails(with: "Expected state to change on sending") {
      await store.send(.loaded(0)) { $0.count = 0 }
    }
  }

  @Test func `a change on receiving that nobody asserted`() async {
    let store = makeStore()
    await store.send(.loadButtonTapped)
    await fails(with: "not expected to change on receiving") {
      await store.receive(.loaded(42))
    }
  }

  @Test func `an action that was not received before the next send`() async {
    let store = makeStore()
    await store.send(.loadButtonTapped)
    await clock.advance()
    await fails(with: "Must receive 1 action before sending another") {
      await store.send(.stopButtonTapped)
    }
  }

  @Test func `an action not received at the end`() async {
    let store = makeStore()
    await store.send(.loadButtonTapped)
    await fails(with: "1 action not received when the test finished") { await store.finish() }
    store.exhaustivity = .off
  }

  @Test func `an effect in flight at the end`() async {
    let store = makeStore()
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await fails(with: "1 effect still in flight when the test finished") { await store.finish() }
    await store.cancelInFlightEffects()
  }

  @Test func `an effect in flight when the store goes`() async {
    await fails(with: "when the test store was released") {
      let store = makeStore()
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
  }

  @Test func `another action than the expected one`() async {
    let store = makeStore()
    await store.send(.loadButtonTapped)
    await fails(with: "but received another action") {
      await store.receive(.loaded(43)) { $0.count = 42 }
    }
  }

  @Test func `nothing received`() async {
    let store = makeStore()
    await fails(with: "but nothing was received. No effects are in flight.") {
      await store.receive(\.ticked)
    }
  }

  @Test func `an error in the closure`() async {
    struct Failure: Error {}
    let store = makeStore()
    await fails(with: "The closure threw an error") {
      await store.send(.loaded(0)) { _ in throw Failure() }
    }
  }

  @Test func `nothing to skip`() async {
    let store = makeStore()
    await fails(with: "no received actions to skip") { await store.skipReceivedActions() }
    await fails(with: "no effects in flight to cancel") { await store.cancelInFlightEffects() }
  }

  @Test func `a dependency nobody provided`() async {
    let store = TestStore(initialState: Timer.State()) { Timer() }
    await fails(with: "ContinuousClockKey") {
      await store.send(.startButtonTapped) { $0.isRunning = true }
      await store.cancelInFlightEffects()
    }
  }

  @Test func `without exhaustivity only what is asserted counts`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(.loadButtonTapped)
    await clock.advance(by: .seconds(3))
    await store.receive(.loaded(42)) { $0.count = 42 }
    await store.receive(\.ticked)
    await store.skipReceivedActions()
    #expect(store.state.count == 45)
  }

  @Test func `overrides apply from the next action on`() async {
    let store = makeStore()
    let other = TestClock()
    store.dependencies.continuousClock = other
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await other.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }
}
