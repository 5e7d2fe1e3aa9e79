import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// Bad input is reported once, where it was written, and does no harm.
@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct MisuseTests {
  /// Keeps what an effect hands out.
  final class Leak: @unchecked Sendable {
    var send: Send<String>?
    var store: Store<[String], String>?
  }

  func makeStore(_ leak: Leak, effectLine: UInt = 0) -> Store<[String], String> {
    Store(initialState: []) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        state.append(action)
        guard action == "start" else { return .none }
        return .run(operation: { leak.send = $0 }, line: effectLine)
      }
    }
  }

  @Test func `21: a send after the operation returned is delivered, and reported at its run`()
    async
  {
    let leak = Leak()
    let store = makeStore(leak, effectLine: 4_711)
    let issues = await captureIssues {
      await store.send("start").finish()
      await leak.send?("late")
      leak.send = nil
    }
    #expect(store.state == ["start", "late"])
    #expect(issues.map(\.code) == [.sendAfterEffect])
    #expect(issues.first?.site.line == 4_711)
    #expect(issues.first?.site.fileID.description == #fileID)
    #expect(issues.first?.message.contains("late") == true)
  }

  @Test func `21: the site of a late send survives scopes`() async {
    let leak = Leak()
    let store = Store(initialState: [String]()) {
      Scope(state: \.self, action: \Wrapped.AllCasePaths.child) {
        Reduce { (_: inout [String], action: String) -> Effect<String> in
          action == "start" ? .run(operation: { leak.send = $0 }, line: 815) : .none
        }
      }
    }
    let issues = await captureIssues {
      await store.send(.child("start")).finish()
      await leak.send?("late")
      leak.send = nil
    }
    #expect(issues.map(\.site.line) == [815])
  }

  @Test func `21: a send to a store that is gone is reported at its run, and dropped`() async {
    let leak = Leak()
    var store: Store<[String], String>? = makeStore(leak, effectLine: 1)
    let issues = await captureIssues {
      await store?.send("start").finish()
      store = nil
      await leak.send?("late")
      leak.send = nil
    }
    #expect(issues.map(\.code) == [.sendAfterEffect])
    #expect(issues.first?.message.contains("gone") == true)
    #expect(issues.first?.site.line == 1)
  }

  @Test func `21: a late send of an effect that was cancelled is dropped without a report`() async {
    let leak = Leak()
    let gate = Gate()
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { send in
          leak.send = send
          try await gate.wait()
        }
      }
    }
    let issues = await captureIssues {
      let task = store.send("start")
      await gate.arrival()
      task.cancel()
      await task.finish()
      await leak.send?("late")
      leak.send = nil
    }
    #expect(issues.isEmpty)
    #expect(store.state == ["start"])
  }

  @Test func `6: a send from inside a reduction is reported where it was written, once`() {
    let leak = Leak()
    let line: UInt = #line + 5
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], action: String) in
        state.append(action)
        if action == "outer" {
          leak.store?.send("inner")
        }
        return .none
      }
    }
    leak.store = store
    let issues = captureIssues { store.send("outer") }
    leak.store = nil
    #expect(issues.map(\.code) == [.sendDuringReduction])
    #expect(issues.first?.site.line == line)
    #expect(issues.first?.site.fileID.description == #fileID)
    #expect(store.state == ["outer", "inner"])
  }

  @Test func `a reducer that sends to another store is reported where it does, and delivers`() {
    let other = makeStore(Leak())
    let line: UInt = #line + 3
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        other.send("across")
        return .none
      }
    }
    let issues = captureIssues { store.send(()) }
    #expect(issues.map(\.code) == [.sendAcrossStores])
    #expect(issues.first?.site.line == line)
    #expect(other.state == ["across"])
  }

  @Test func `a send to a store that was shut down is dropped and reported where it was written`()
    async
  {
    let store = makeStore(Leak())
    store.send("before")
    await store.shutdown(clock: TestClock())
    var line: UInt = 0
    var task: StoreTask?
    let issues = captureIssues {
      line = #line + 1
      task = store.send("start")
    }
    #expect(issues.map(\.code) == [.sendAfterShutdown])
    #expect(issues.first?.site.line == line)
    #expect(issues.first?.message.contains("start") == true)
    #expect(store.state == ["before"])
    await task?.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `a send to a part of a store that was shut down is reported where it was written`()
    async
  {
    let store = Store(initialState: Workshop.State()) { Workshop() }
    let left = store.scope(state: \.left, action: \.left)
    await store.shutdown(clock: TestClock())
    var line: UInt = 0
    let issues = captureIssues {
      line = #line + 1
      left.send(.worked(1))
    }
    #expect(issues.map(\.code) == [.sendAfterShutdown])
    #expect(issues.first?.site.line == line)
    #expect(left.state.results.isEmpty)
  }

  @Test func `actions that effects send during a shutdown are dropped without a report`() async {
    let gate = Gate()
    let store = Store(initialState: [String]()) {
      Reduce { (state: inout [String], action: String) -> Effect<String> in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { send in
          await Task {
            try? await gate.wait()
            await send("during")
          }.value
          await send("after")
        }
      }
    }
    let clock = TestClock()
    let issues = await captureIssues {
      let task = store.send("start")
      await gate.arrival()
      async let isDone = store.shutdown(clock: clock)
      await clock.waitForSleepers()
      gate.open()
      await task.finish()
      #expect(await isDone)
    }
    #expect(issues.isEmpty)
    #expect(store.state == ["start"])
  }

  @Test func `a send passed on as a function still sends`() {
    let store = makeStore(Leak())
    let send: (String) -> StoreTask = store.send
    _ = send("a")
    #expect(store.state == ["a"])
  }

  @Test func `32: outside an effect Task.cancel is reported where it was written`() {
    var line: UInt = 0
    let issues = captureIssues {
      line = #line + 1
      Task.cancel(id: 1)
    }
    #expect(issues.map(\.code) == [.cancelOutsideStore])
    #expect(issues.first?.site.line == line)
  }

  @Test func `32: outside an effect withTaskCancellation is reported and runs its operation`()
    async throws
  {
    var line: UInt = 0
    var result = 0
    let issues = try await captureIssues {
      line = #line + 1
      result = try await withTaskCancellation(id: 1) { 42 }
    }
    #expect(result == 42)
    #expect(issues.map(\.code) == [.cancelOutsideStore])
    #expect(issues.first?.site.line == line)
  }
}

@CasePathable
private enum Wrapped: Sendable {
  case child(String)
}
