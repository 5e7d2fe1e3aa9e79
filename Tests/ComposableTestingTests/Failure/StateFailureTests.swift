import Composable
import ComposableTesting
import Testing

/// What is said about state that is not as the test says: its code, its words, its place.
@Suite("43: failures about state", .leavesNothing) struct StateFailureTests {
  let clock = TestClock()

  @Test func `43: a state change on send that the test did not assert`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.startButtonTapped)
    }
    expect(
      issues, .unexpectedChangeOnSend,
      "State changed on sending Timer.Action.startButtonTapped, and nothing was asserted.",
      details: "+   isRunning: true", line: #line - 5)
    await store.send(.stopButtonTapped) { $0.isRunning = false }
  }

  @Test func `43: a state change on receive that the test did not assert`() async {
    let store = Timer.testStore(on: clock)
    await store.send(.loadButtonTapped)
    let issues = await captureIssues {
      await store.receive(.loaded(42))
    }
    expect(
      issues, .unexpectedChangeOnReceive,
      "State changed on receiving Timer.Action.loaded(42), and nothing was asserted.",
      details: "+   count: 42", line: #line - 5)
  }

  @Test func `43: an asserted change that differs shows the difference`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.loaded(1)) { $0.count = 2 }
    }
    expect(
      issues, .changeDiffers, "State did not change as asserted on sending Timer.Action.loaded(1).",
      details: "-   count: 2,\n+   count: 1,", line: #line - 4)
  }

  @Test func `43: a closure where nothing changed`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.loaded(0)) { $0.count = 0 }
    }
    expect(
      issues, .nothingChanged,
      "Nothing changed on sending Timer.Action.loaded(0): leave out the closure.", line: #line - 4)
  }

  @Test func `43: an error thrown in the closure`() async {
    struct Failure: Error {}
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.loaded(0)) { _ in throw Failure() }
    }
    expect(
      issues, .assertionThrew,
      "The closure of sending Timer.Action.loaded(0) threw an error: Failure()", line: #line - 4)
  }

  @Test func `43: a change of shared state that the test did not assert`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.totalButtonTapped)
    }
    expect(
      issues, .unexpectedSharedChange,
      "Shared state changed on sending Timer.Action.totalButtonTapped, and nothing was asserted.",
      details: "\"total\":\n- 0\n+ 1", line: #line - 5)
  }

  @Test func `43: a change of shared state that differs from the asserted one`() async {
    let store = Timer.testStore(on: clock)
    let issues = await captureIssues {
      await store.send(.totalButtonTapped) { $0.$total.withLock { $0 = 2 } }
    }
    expect(
      issues, .sharedChangeDiffers,
      "Shared state did not change as asserted on sending Timer.Action.totalButtonTapped.",
      details: "\"total\":\n- 2\n+ 1", line: #line - 5)
    await store.send(.totalButtonTapped) { $0.$total.withLock { $0 = 2 } }
  }

  @Test func `43: a failing assert of the current state`() {
    let store = Timer.testStore(on: clock)
    let issues = captureIssues {
      store.assert { $0.count = 1 }
    }
    expect(
      issues, .changeDiffers, "State did not change as asserted on the assertion.",
      details: "-   count: 1,\n+   count: 0,", line: #line - 4)
    store.assert { $0.count = 0 }
    #expect(store.state.count == 0)
  }

  @Test func `43: after a failure the store goes on from the actual state`() async {
    let store = Timer.testStore(on: clock)
    _ = await captureIssues { await store.send(.loaded(7)) { $0.count = 8 } }
    #expect(store.state.count == 7)
    await store.send(.ticked) { $0.count = 8 }
  }
}
