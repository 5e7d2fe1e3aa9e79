import Composable
import ComposableTesting
import Foundation
import Testing

@Suite("45: testing only what matters", .leavesNothing) struct ExhaustivityTests {
  let clock = TestClock()

  @Test func `45: without exhaustivity only what is asserted counts`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(.loadButtonTapped)
    await clock.advance(by: .seconds(3))
    await store.receive(.loaded(42)) { $0.count = 42 }
    await store.receive(\.ticked)
    await store.skipReceivedActions()
    #expect(store.state.count == 45)
  }

  @Test func `45: a closure is compared with the actual state`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off
    // isRunning changes as well and need not be said.
    await store.send(.startButtonTapped) { $0.count = 0 }
    let issues = await captureIssues {
      await store.send(.loaded(3)) { $0.count = 4 }
    }
    expect(
      issues, .changeDiffers, "State did not change as asserted on sending Timer.Action.loaded(3).",
      details: "-   count: 4,\n+   count: 3,", line: #line - 4)
  }

  @Test func `45: receive skips until a match and asserts the state after it`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.send(.loadButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded)
    #expect(store.state.count == 42)
    await store.receive(\.ticked) { $0.count = 43 }
  }

  @Test func `45: an action that never comes fails and takes nothing`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(1))
    let issues = await captureIssues {
      await store.receive(\.loaded)
    }
    expect(
      issues, .actionNotReceived,
      "Expected an action in a case with Int, but only others were received.",
      details: "• Timer.Action.ticked", line: #line - 5)
    await store.receive(\.ticked) { $0.count = 1 }
  }

  @Test func `45: what was skipped is shown on request`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off(showSkippedAssertions: true)
    let onSend = await captureIssues {
      await store.send(.startButtonTapped)
    }
    expect(
      onSend, .skippedAssertions,
      "Not everything that changed on sending Timer.Action.startButtonTapped was asserted.",
      details: "+   isRunning: true", line: #line - 5)
    #expect(onSend.first?.severity == .warning)

    await clock.advance(by: .seconds(2))
    let onSecondSend = await captureIssues {
      await store.send(.loaded(2)) { $0.count = 2 }
    }
    expect(
      onSecondSend, .skippedAssertions, "Skipped 2 received actions.",
      details: "• Timer.Action.ticked\n• Timer.Action.ticked", line: #line - 4)

    let onFinish = await captureIssues {
      await store.finish()
    }
    expect(
      onFinish, .skippedAssertions, "Skipped 1 effect in flight.",
      details: "Timer.Action.startButtonTapped", line: #line - 4)
  }

  @Test func `45: effects in flight are cancelled on request`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await store.cancelInFlightEffects()
    #expect(store.effectsInFlight == 0)
    #expect(clock.sleeperCount == 0)
    await store.finish()
  }

  @Test func `45: a part of a test may be less exhaustive`() async {
    let store = Timer.testStore(on: clock)
    await store.withExhaustivity(.off) {
      await store.send(.loadButtonTapped)
      await store.skipReceivedActions()
    }
    #expect(store.exhaustivity == .on)
    #expect(store.withExhaustivity(.off) { store.exhaustivity } == .off)
    #expect(store.exhaustivity == .on)
    #expect(store.state.count == 42)
    await store.send(.ticked) { $0.count = 43 }
  }

  @Test func `46: overrides apply from the next action on`() async {
    let store = Timer.testStore(on: clock)
    let other = TestClock()
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance()
    store.dependencies.continuousClock = other
    // The effect in flight keeps the clock it was started with.
    await other.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    #expect(other.sleeperCount == 0)
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    #expect(other.sleeperCount == 1)
    await other.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `46: a clock that is set later lets effects begin before it moves`() async {
    let store = Timer.testStore(on: clock)
    let other = TestClock()
    store.dependencies.continuousClock = other
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await other.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.count = 1 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `46: reducers see a later override at once, also under overrides of their own`() async
  {
    let looking = Reduce<[String], Int> { state, _ in
      @Dependency(\.locale) var locale
      state.append(locale.identifier)
      return .none
    }
    let store = TestStore(initialState: [String]()) {
      looking
      looking.dependency(\.timeZone, .gmt)
    } withDependencies: {
      $0.locale = Locale(identifier: "de")
    }
    await store.send(1) { $0 = ["de", "de"] }
    store.dependencies.locale = Locale(identifier: "fr")
    await store.send(2) { $0 = ["de", "de", "fr", "fr"] }
  }

  @Test func `45: receive skips until its action comes, however long that takes`() async {
    let gate = Gate()
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, action: Int) -> Effect<Int> in
        state = action
        guard action == 0 else { return .none }
        return .run { send in
          await send(1)
          await Task.detached { await gate.wait() }.value
          await send(2)
        }
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    gate.open()
    await store.receive(2, timeout: .seconds(50))
    #expect(store.state == 2)
    await store.finish(timeout: .seconds(50))
  }
}
