import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct StoreLifetimeTests {
  enum Action: Sendable {
    case start
    case chain(Int)
    case ticked
    case fail
  }

  func makeStore(_ gate: Gate) -> Store<Int, Action> {
    Store(initialState: 0) {
      Reduce { (state: inout Int, action: Action) in
        switch action {
        case .start:
          return .run { send in
            try await gate.wait()
            await send(.ticked)
          }
        case .chain(let count):
          return count == 0 ? .send(.ticked) : .run { await $0(.chain(count - 1)) }
        case .ticked:
          state += 1
          return .none
        case .fail:
          return .run { _ in throw Failure() }
        }
      }
    }
  }

  struct Failure: Error {}

  @Test func `finish returns when effects of effects are done`() async {
    let store = makeStore(Gate())
    await store.send(.chain(5)).finish()
    #expect(store.state == 1)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a cancelled effect's sends are dropped and finish still waits for its end`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.start)
    await gate.arrival()
    task.cancel()
    #expect(task.isCancelled)
    await task.finish()
    #expect(store.state == 0)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `finish in a cancelled task cancels the effects`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.start)
    let waiting = Task { await task.finish() }
    waiting.cancel()
    await waiting.value
    #expect(task.isCancelled)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a released store cancels its effects`() async {
    let gate = Gate()
    var store: Store<Int, Action>? = makeStore(gate)
    let task = store?.send(.start)
    weak let weakStore = store
    store = nil
    #expect(weakStore == nil)
    await task?.finish()
  }

  @Test func `a released store releases its state though an effect never ends`() async {
    final class Token: Sendable {}
    weak var weakToken: Token?
    let gate = Gate()
    let task: StoreTask
    do {
      let token = Token()
      weakToken = token
      let store = Store(initialState: token) {
        Reduce { (_: inout Token, _: Void) in
          .run { _ in
            await Task { try? await gate.wait() }.value
          }
        }
      }
      task = store.send(())
    }
    #expect(weakToken == nil)
    gate.open()
    await task.finish()
  }

  @Test func `shutdown waits for effects to end`() async {
    let store = makeStore(Gate())
    store.send(.start)
    #expect(await store.shutdown(deadline: .seconds(10)))
    #expect(store.effectsInFlight == 0)
  }

  @Test func `shutdown gives up at its deadline`() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in await Task { try? await gate.wait() }.value }
      }
    }
    store.send(())
    #expect(await !store.shutdown(deadline: .milliseconds(1)))
    gate.open()
    #expect(await store.shutdown(deadline: .seconds(10)))
  }

  @Test func `an error nobody catches is reported where the effect was made`() async {
    let store = makeStore(Gate())
    let issues = await captureIssues { await store.send(.fail).finish() }
    #expect(issues.map(\.code) == [.thrownError])
    #expect(issues.first?.site.fileID.description.hasSuffix("StoreLifetimeTests.swift") == true)
  }

  @Test func `a scoped store reads and writes its part and keeps the root alive`() {
    var root: StoreOf<Workshop>? = Store(initialState: Workshop.State()) { Workshop() }
    weak let weakRoot = root
    let left = root?.scope(state: \.left, action: \.left)
    let guest = root?.scope(state: \.guest, action: \.guest)
    root = nil
    left?.send(.worked(7))
    #expect(left?.state.results == [7])
    #expect(weakRoot?.state.left.results == [7])
    #expect(guest?.state == .some(nil))
    let issues = captureIssues { guest?.send(.worked(1)) }
    #expect(issues.map(\.code) == [.missingScope])
  }

  @Test func `concatenated effects run one after another`() async {
    let journal = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .concatenate(
          .run { _ in journal.note(1) },
          .merge(.run { _ in journal.note(2) }, .run { _ in journal.note(2) }),
          .run { _ in journal.note(3) })
      }
    }
    await store.send(()).finish()
    #expect(journal.entries == [1, 2, 2, 3])
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a concatenation goes on after a part is cancelled, and ends with the whole`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: String) -> Effect<String> in
        switch action {
        case "start":
          return .concatenate(
            .run { _ in try await never() }.cancellable(id: "part"),
            .run { _ in journal.note(2) },
            .run { _ in try await gate.wait() },
            .run { _ in journal.note(4) }
          )
          .cancellable(id: "whole")
        default: return .cancel(id: action)
        }
      }
    }
    let task = store.send("start")
    store.send("part")
    await gate.arrival()
    store.send("whole")
    await task.finish()
    #expect(journal.entries == [2])
    #expect(store.effectsInFlight == 0)
  }
}
