import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct StoreLifetimeTests {
  enum Action: Sendable {
    case start
    case ticked
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
        case .ticked:
          state += 1
          return .none
        }
      }
    }
  }

  /// An effect that no cancellation can end; only the gate.
  func makeStubbornStore(_ gate: Gate) -> Store<Int, Void> {
    Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in await Task { try? await gate.wait() }.value }
      }
    }
  }

  // MARK: 25

  @Test func `25: effects do not retain the store, and end with it`() async {
    let gate = Gate()
    var store: Store<Int, Action>? = makeStore(gate)
    let task = store?.send(.start)
    weak let weakStore = store
    store = nil
    #expect(weakStore == nil)
    await task?.finish()
  }

  @Test func `25: a released store releases its state though an effect never ends`() async {
    let counter = TokenCounter()
    let gate = Gate()
    let task: StoreTask
    do {
      let store = Store(initialState: counter.make()) {
        Reduce { (_: inout TokenCounter.Token, _: Void) in
          .run { _ in
            await Task { try? await gate.wait() }.value
          }
        }
      }
      task = store.send(())
    }
    #expect(counter.alive == 0)
    gate.open()
    await task.finish()
  }

  @Test func `25: nothing is delivered after the store's release`() async {
    let gate = Gate()
    let journal = Journal<String>()
    let issues = await captureIssues {
      let task: StoreTask
      do {
        let store = Store(initialState: 0) {
          Reduce { (_: inout Int, action: String) -> Effect<String> in
            journal.note(action)
            guard action == "start" else { return .none }
            return .run { send in
              await Task {
                try? await gate.wait()
                await send("from another task")
              }.value
              await send("from the effect")
            }
          }
        }
        task = store.send("start")
        await gate.arrival()
      }
      gate.open()
      await task.finish()
    }
    #expect(journal.entries == ["start"])
    #expect(issues.isEmpty)
  }

  @Test func `25: effects that a reducer returns while it releases its store never start`() async {
    final class Owner: @unchecked Sendable { var store: Store<[Int], Int>? }
    let owner = Owner()
    let gate = Gate()
    let journal = Journal<Int>()
    owner.store = Store(initialState: []) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        journal.note(action)
        switch action {
        case 1:
          return .run { await $0(2) }
        case 2:
          // Only the owner keeps the store alive: the effect that sent this does not.
          owner.store = nil
          return .merge(
            .send(3), .run { _ in try await gate.wait() },
            .concatenate(.run { _ in try await gate.wait() }, .send(3)))
        default:
          return .none
        }
      }
    }
    let task = owner.store?.send(1)
    await task?.finish()
    #expect(owner.store == nil)
    #expect(journal.entries == [1, 2])
    #expect(gate.arrivals == 0)
    #expect(task?.objectsInFlight == 0)
  }

  @Test func `25: a send that waits in a store that is released ends its task`() async {
    final class Owner: @unchecked Sendable {
      var store: Store<[Int], Int>?
      var task: StoreTask?
    }
    let owner = Owner()
    let journal = Journal<Int>()
    owner.store = Store(initialState: []) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        journal.note(action)
        if action == 1 { return .run { await $0(2) } }
        owner.task = owner.store?.send(3)
        owner.store = nil
        return .none
      }
    }
    let issues = await captureIssues { await owner.store?.send(1).finish() }
    await owner.task?.finish()
    #expect(issues.map(\.code) == [.sendDuringReduction])
    #expect(journal.entries == [1, 2])
  }

  // MARK: cancelAll and shutdown

  @Test func `cancelAll cancels every effect and the store goes on`() async {
    let store = Store(initialState: Workshop.State()) { Workshop() }
    let tasks = [store.send(.start), store.send(.left(.start)), store.send(.right(.startOther))]
    store.cancelAll()
    for task in tasks { await task.finish() }
    #expect(store.objectsInFlight == 0)
    store.send(.left(.worked(1)))
    #expect(store.state.left.results == [1])
  }

  @Test func `cancelAll ends concatenations as a whole`() async {
    let journal = Journal<Int>()
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .concatenate(.run { _ in try await gate.wait() }, .run { _ in journal.note(1) })
      }
    }
    let task = store.send(())
    await gate.arrival()
    store.cancelAll()
    await task.finish()
    #expect(journal.entries.isEmpty)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `shutdown waits for effects to end`() async {
    let store = makeStore(Gate())
    store.send(.start)
    #expect(await store.shutdown(deadline: .seconds(10), clock: TestClock()))
    #expect(store.effectsInFlight == 0)
  }

  @Test func `shutdown gives up at its deadline, by the clock it is given`() async {
    let gate = Gate()
    let clock = TestClock()
    let store = makeStubbornStore(gate)
    store.send(())
    async let isDone = store.shutdown(deadline: .seconds(5), clock: clock)
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(4_999))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(await !isDone)
    #expect(store.effectsInFlight == 1)
    gate.open()
    #expect(await store.shutdown(deadline: .seconds(5), clock: clock))
  }

  @Test func `shutdown takes its time from the clock the store was given`() async {
    let gate = Gate()
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in await Task { try? await gate.wait() }.value }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(())
    async let isDone = store.shutdown()
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(await !isDone)
    gate.open()
    #expect(await store.shutdown())
  }

  @Test func `shutdown of a part is that of the whole`() async {
    let store = Store(initialState: Workshop.State()) { Workshop() }
    store.send(.right(.start))
    #expect(await store.scope(state: \.left, action: \.left).shutdown(clock: TestClock()))
    #expect(store.objectsInFlight == 0)
  }

  @Test func `waiting for a shutdown may be cut short by cancelling it`() async {
    let gate = Gate()
    let clock = TestClock()
    let store = makeStubbornStore(gate)
    store.send(())
    let waiting = Task { await store.shutdown(clock: clock) }
    await clock.waitForSleepers()
    waiting.cancel()
    #expect(await waiting.value == false)
    gate.open()
    #expect(await store.shutdown(clock: clock))
  }
}
