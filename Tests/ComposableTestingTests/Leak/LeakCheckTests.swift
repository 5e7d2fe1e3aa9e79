import Composable
import ComposableTesting
import Testing

@Suite("30: nothing is left after a test") struct LeakCheckTests {
  let clock = TestClock()

  @Test func `30: a test store that ends with its test leaves nothing`() async {
    let issues = await captureIssues {
      await checkingForLeaks {
        let store = Timer.testStore(on: clock)
        await store.send(.startButtonTapped) { $0.isRunning = true }
        await store.send(.stopButtonTapped) { $0.isRunning = false }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `30: effects in flight at release end with the store`() async {
    let issues = await captureIssues {
      await checkingForLeaks {
        let store = Timer.testStore(on: clock)
        store.exhaustivity = .off
        await store.send(.startButtonTapped)
        await clock.advance(by: .seconds(1))
      }
    }
    #expect(issues.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `30: a store that outlives its test is reported with its effects`() async {
    var kept: TestStoreOf<Timer>?
    let issues = await captureIssues {
      await checkingForLeaks {
        let store = Timer.testStore(on: clock)
        store.exhaustivity = .off
        await store.send(.startButtonTapped)
        kept = store
      }
    }
    expect(
      issues, .storeLeaked, "A test's Store<State, …> is still there after the test.",
      details: "Effects in flight: 1.", line: #line - 9)
    #expect(kept?.effectsInFlight == 1)
    kept = nil
  }

  @Test func `30: an engine that something holds is reported`() async {
    var kept: TestStoreTask?
    let issues = await captureIssues {
      await checkingForLeaks {
        let store = Timer.testStore(on: clock)
        kept = await store.send(.loadButtonTapped)
        await store.receive(.loaded(42)) { $0.count = 42 }
      }
    }
    expect(
      issues, .storeLeaked, "A test's Store<State, …> is gone, but something holds its engine.",
      details: "Effects in flight: 0.", line: #line - 8)
    #expect(kept?.isCancelled == false)
  }

  @Test(.timeLimit(.minutes(5)))
  func `30: work that outlives its store ends elsewhere and leaves nothing behind`() async {
    let gate = Gate()
    let end = Gate()
    let ended = Journal()
    let issues = await captureIssues {
      let lifetime = Lifetime(endingAt: end)
      let store = TestStore(initialState: 0) {
        Reduce { (_: inout Int, _: Bool) in
          .run { _ in
            await Task.detached { await gate.wait() }.value
            lifetime.extend()
            ended.note("\(Task.isCancelled)")
          }
        }
      }
      await store.send(true)
    }
    #expect(issues.map(\.code) == [.effectsAtRelease])
    #expect(ended.entries.isEmpty)
    gate.open()
    // Open once nothing holds the effect's operation any more.
    await end.wait()
    #expect(ended.entries == ["true"])
  }
}
