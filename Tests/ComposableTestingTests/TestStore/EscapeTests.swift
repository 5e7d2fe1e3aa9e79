import Composable
import ComposableTesting
import Testing

/// Work that leaves the store's executor is reported as outstanding, never waited for blindly.
@Suite("44: effects that escape", .leavesNothing, .timeLimit(.minutes(5))) struct EscapeTests {
  enum Action: Equatable, Sendable { case start, done }

  func makeStore(
    _ work: @escaping @Sendable () async -> Void
  ) -> TestStore<Int, Action> {
    TestStore(initialState: 0) {
      Reduce { (state: inout Int, action: Action) in
        switch action {
        case .start:
          return .run { send in
            await work()
            await send(.done)
          }
        case .done:
          state += 1
          return .none
        }
      }
    }
  }

  @Test func `44: a detached task is outstanding until its end, and waited for on request`() async {
    let gate = Gate()
    let store = makeStore { await Task.detached { await gate.wait() }.value }
    await store.send(.start)
    let issues = await captureIssues {
      await store.receive(.done)
    }
    expect(
      issues, .actionNotReceived,
      "Expected EscapeTests.Action.done, but nothing was received.",
      details: "• the effect of EscapeTests.Action.start: waits for something outside the store's "
        + "executor, or for an answer that did not come",
      line: #line - 7)
    let atFinish = await captureIssues {
      await store.finish()
    }
    #expect(atFinish.map(\.code) == [.effectsAtFinish])
    gate.open()
    await store.receive(.done, timeout: .seconds(50)) { $0 = 1 }
    await store.finish(timeout: .seconds(50))
  }

  @MainActor @Test
  func `44: an effect on the main actor is outstanding while the test holds that actor`() async {
    let store = makeStore { await MainActor.run {} }
    await store.send(.start)
    let issues = await captureIssues {
      await store.receive(.done)
    }
    #expect(issues.map(\.code) == [.actionNotReceived])
    await store.receive(.done, timeout: .seconds(50)) { $0 = 1 }
  }

  @Test func `44: the store's own timeout holds for every step`() async {
    let gate = Gate()
    let store = makeStore { await Task.detached { await gate.wait() }.value }
    store.timeout = .seconds(50)
    let task = await store.send(.start)
    gate.open()
    await store.receive(.done) { $0 = 1 }
    await task.finish(timeout: .seconds(50))
    await store.finish()
  }

  @Test func `44: with nothing in flight a timeout is not waited for`() async {
    let store = makeStore {}
    let issues = await captureIssues {
      await store.receive(.done, timeout: .seconds(100_000))
    }
    #expect(issues.map(\.code) == [.nothingPending])
  }

  @Test(arguments: [false, true])
  func `44: finish waits for escaped effects as long as its own or the store's timeout allows`(
    isStores: Bool
  ) async {
    let ended = Journal()
    let store = TestStore(initialState: 0) {
      Reduce { (_: inout Int, _: Action) in
        .run { _ in
          // Each turn waits behind everything else that runs: a thousand outlast the timeout beside
          // two thousand other tests.
          await Task.detached { for _ in 0..<50 { await Task.yield() } }.value
          ended.note("ended")
        }
      }
    }
    await store.send(.start)
    if isStores { store.timeout = .seconds(50) }
    await store.finish(timeout: isStores ? nil : .seconds(50))
    #expect(ended.entries == ["ended"])
  }

  @Test func `43: receive does not wait for its action once another has come`() async {
    let gate = Gate()
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, action: Action) in
        switch action {
        case .start:
          return .run { send in
            await send(.done)
            await gate.wait()
          }
        case .done:
          state += 1
          return .none
        }
      }
    }
    await store.send(.start)
    let issues = await captureIssues {
      await store.receive({ $0 == .start }, timeout: .seconds(100_000))
    }
    #expect(issues.map(\.code) == [.differentAction])
    // What came instead counts as seen.
    #expect(store.state == 1)
    gate.open()
    await store.finish(timeout: .seconds(50))
  }
}
