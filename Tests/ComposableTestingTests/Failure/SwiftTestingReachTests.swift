import Composable
import ComposableTesting
import Testing

/// A failing test store fails the Swift Testing test it is in, at the line of the call. This target
/// links nothing that would make it so but the library itself.
@Suite("43: failures reach Swift Testing", .leavesNothing) struct SwiftTestingReachTests {
  let clock = TestClock()

  @Test func `43: a failure fails the test at the call, with its code`() async {
    let store = Timer.testStore(on: clock)
    let line = #line + 2
    await withKnownIssue {
      await store.send(.loaded(1)) { $0.count = 2 }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && issue.severity == .error && "\(issue)".contains("[change-differs]")
    }
  }

  @Test func `43: a failure at release fails the test that made the store`() async {
    let line = #line + 2
    await withKnownIssue {
      let store = Timer.testStore(on: clock)
      await store.send(.startButtonTapped) { $0.isRunning = true }
    } matching: { issue in
      issue.sourceLocation?.line == line && "\(issue)".contains("[effects-at-release]")
    }
  }

  @Test func `43: a misuse that an effect meets fails the test`() async {
    let store = TestStore(initialState: Timer.State()) { Timer() }
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await withKnownIssue {
      await store.cancelInFlightEffects()
    } matching: {
      "\($0)".contains("[unimplemented]")
    }
  }

  @Test func `45: what was skipped is a warning`() async {
    let store = Timer.testStore(on: clock)
    store.exhaustivity = .off(showSkippedAssertions: true)
    await withKnownIssue {
      await store.send(.startButtonTapped)
    } matching: { issue in
      issue.severity == .warning && "\(issue)".contains("[skipped-assertions]")
    }
    store.exhaustivity = .off
  }

  @Test func `a capture that is over lets later issues through`() async {
    struct Failure: Error {}
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Int) in .run { _ in throw Failure() } }
    }
    let captured = await captureIssues { await store.send(1) }
    await withKnownIssue {
      await store.finish()
    } matching: {
      "\($0)".contains("[thrown-error]")
    }
    #expect(captured.isEmpty)
  }

  @Test func `captures nest: the nearest gets the issue`() async {
    let store = Timer.testStore(on: clock)
    var inner: [ComposableIssue] = []
    let outer = await captureIssues {
      inner = await captureIssues { await store.receive(\.ticked) }
    }
    #expect(inner.map(\.code) == [.nothingPending])
    #expect(outer.isEmpty)
  }
}
