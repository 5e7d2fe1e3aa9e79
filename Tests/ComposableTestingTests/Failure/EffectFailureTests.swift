import Composable
import ComposableTesting
import Testing

/// What is said about effects that have not ended, and about those that went wrong.
@Suite("43: failures about effects", .leavesNothing) struct EffectFailureTests {
  let clock = TestClock()

  private static let timerIsRunning =
    "• the effect of Timer.Action.startButtonTapped with id \"timer\": asleep on a test clock "
    + "until 1.0 seconds"

  @Test func `43: an effect in flight at finish is named, once`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.startButtonTapped) { $0.isRunning = true }
    let issues = await captureIssues {
      await store.finish()
    }
    expect(
      issues, .effectsAtFinish, "1 effect still in flight when the test finished.",
      details: Self.timerIsRunning, line: #line - 4)
  }

  @Test func `43: an effect in flight when the store is released is named`() async {
    let issues = await captureIssues {
      let store = Timer.testStore(on: clock)
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
    expect(
      issues, .effectsAtRelease, "1 effect still in flight when the test store was released.",
      details: Self.timerIsRunning, line: #line - 5)
  }

  @Test func `43: an action's effect in flight when its task should finish`() async {
    let store = Timer.testStore(on: clock)
    let task = await store.send(.startButtonTapped) { $0.isRunning = true }
    let issues = await captureIssues {
      await task.finish()
    }
    expect(
      issues, .effectsAtFinish, "The action's effects are still in flight.",
      details: Self.timerIsRunning, line: #line - 4)
    await task.cancel()
    #expect(task.isCancelled)
    #expect(store.effectsInFlight == 0)
    await task.finish()
  }

  @Test func `43: no effect to cancel`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.skipInFlightEffects()
    }
    expect(
      issues, .nothingToSkip, "There were no effects in flight to cancel.", line: #line - 3)
    await store.cancelInFlightEffects(strict: false)
  }

  @Test func `43: a dependency that the test did not provide names itself`() async {
    let store = TestStore(initialState: Timer.State()) { Timer() }
    let issues = await captureIssues {
      await store.send(.startButtonTapped) { $0.isRunning = true }
      await store.cancelInFlightEffects()
    }
    #expect(issues.map(\.code) == [.unimplemented])
    #expect(issues.first?.message.contains("\"continuousClock\"") == true)
  }

  @Test func `43: a clock that must not be used`() async {
    let clock = UnimplementedClock()
    let store = TestStore(initialState: Timer.State()) {
      Timer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.isRunning = true }
    let issues = await captureIssues {
      await store.finish()
    }
    expect(
      issues, .unimplemented, "Unimplemented: a clock was used in this test.", line: #line - 11)
  }

  @Test(.timeLimit(.minutes(5)))
  func `43: effects that never come to rest are stopped instead of hanging the test`() async {
    let store = TestStore(initialState: Timer.State()) {
      Timer()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    store.exhaustivity = .off
    store.stepLimit = 1_000
    await store.send(.startButtonTapped)
    let issues = await captureIssues {
      await store.receive(\.ticked)
    }
    expect(
      issues, .effectsWithoutRest,
      "Effects did not come to rest within 1000 steps and were cancelled.",
      details: "immediate clock", line: #line - 5)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `43: an effect's issue fails the call that lets the effect run`() async {
    struct Failure: Error {}
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Int) in .run { _ in throw Failure() } }
    }
    let onSend = await captureIssues { await store.send(1) }
    #expect(onSend.isEmpty)
    let onFinish = await captureIssues { await store.finish() }
    #expect(onFinish.map(\.code) == [.thrownError])
  }

  @Test func `43: each effect is named after the action that started it`() async {
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, action: String) in
        .run { _ in try await clock.sleep(for: .seconds(action == "first" ? 1 : 2)) }
      }
    }
    await store.send("first")
    await store.send("second")
    let issues = await captureIssues { await store.finish() }
    let lines = issues.first?.details.split(separator: "\n").map(String.init) ?? []
    #expect(
      lines == [
        "• the effect of \"first\": asleep on a test clock until 1.0 seconds",
        "• the effect of \"second\": asleep on a test clock until 2.0 seconds",
      ])
    await store.cancelInFlightEffects(strict: false)
  }
}
