import Composable
import ComposableTesting
import Testing

/// What is said about actions that came and were not asserted, or were asserted and did not come.
@Suite("43: failures about actions", .leavesNothing) struct ActionFailureTests {
  let clock = TestClock()

  @Test func `43: a received action not asserted before the next send`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    await clock.advance()
    let issues = await captureIssues {
      await store.send(.ticked) { $0.count = 43 }
    }
    expect(
      issues, .actionsBeforeSend,
      "1 received action must be asserted before Timer.Action.ticked is sent.",
      details: "• Timer.Action.loaded(42)", line: #line - 5)
  }

  @Test func `43: a received action not asserted at finish is said once`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    let issues = await captureIssues {
      await store.finish()
    }
    expect(
      issues, .actionsAtFinish, "1 received action not asserted when the test finished.",
      details: "• Timer.Action.loaded(42)", line: #line - 4)
    #expect(store.state.count == 42)
  }

  @Test func `43: a received action not asserted when the store is released`() async {
    let issues = await captureIssues {
      let store = Timer.testStore(on: clock)
      await store.send(.loadButtonTapped)
    }
    expect(
      issues, .actionsAtRelease,
      "1 received action not asserted when the test store was released.",
      details: "• Timer.Action.loaded(42)", line: #line - 6)
  }

  @Test func `43: an expected action that did not come`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.startButtonTapped) { $0.isRunning = true }
    let issues = await captureIssues {
      await store.receive(\.ticked)
    }
    expect(
      issues, .actionNotReceived,
      "Expected Timer.Action.ticked, but nothing was received.",
      details: "• the effect of Timer.Action.startButtonTapped with id \"timer\": "
        + "asleep on a test clock until 1.0 seconds",
      line: #line - 7)
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `43: another action than the expected one shows the difference`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    let issues = await captureIssues {
      await store.receive(.loaded(43)) { $0.count = 43 }
    }
    expect(
      issues, .differentAction,
      "Expected Timer.Action.loaded(43), but Timer.Action.loaded(42) was received.",
      details: "- Timer.Action.loaded(43)\n+ Timer.Action.loaded(42)", line: #line - 5)
  }

  @Test func `43: another value in the expected case shows the difference`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    let issues = await captureIssues {
      await store.receive(\.loaded, 43) { $0.count = 43 }
    }
    expect(
      issues, .differentAction,
      "Expected Timer.Action.loaded(43), but Timer.Action.loaded(42) was received.",
      details: "- 43\n+ 42", line: #line - 5)
  }

  @Test func `43: nothing is pending`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.receive { $0 == .ticked }
    }
    expect(
      issues, .nothingPending,
      "Expected an action that the predicate accepts, but nothing was received and no effect is "
        + "in flight.", line: #line - 5)
  }

  @Test func `43: no received action to skip`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.skipReceivedActions()
    }
    expect(
      issues, .nothingToSkip, "There were no received actions to skip.", line: #line - 3)
    await store.skipReceivedActions(strict: false)
  }

  @Test func `43: a send after dismissal`() async {
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, number: Int) in
        @Dependency(\.dismiss) var dismiss
        state += number
        return .run { _ in await dismiss() }
      }
    }
    await store.send(1) { $0 = 1 }
    #expect(!store.isDismissed)
    await store.finish()
    #expect(store.isDismissed)
    let issues = await captureIssues {
      await store.send(2) { $0 = 3 }
    }
    expect(
      issues, .sendAfterDismissal, "2 was sent after the feature was dismissed.", line: #line - 3)
    #expect(store.state == 1)
  }

  @Test func `43: after unasserted actions, state is as they left it`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    await clock.advance()
    let issues = await captureIssues {
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
    #expect(issues.map(\.code) == [.actionsBeforeSend])
    #expect(store.state.count == 42)
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }
}
