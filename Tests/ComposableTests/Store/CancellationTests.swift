import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct CancellationTests {
  func makeStore(_ state: Workshop.State = Workshop.State()) -> StoreOf<Workshop> {
    Store(initialState: state) { Workshop() }
  }

  @Test func `26: effects are registered when send returns, and cancelled by their id`() async {
    let store = makeStore()
    store.send(.left(.start))
    #expect(store.effectsInFlight == 1)
    store.send(.left(.stop))
    await store.idle()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `27: siblings under plain scopes never cancel each other`() async {
    let store = makeStore()
    store.send(.left(.start))
    let right = store.send(.right(.start))
    await store.send(.left(.stop)).finish()
    #expect(!right.isFinished)
    store.send(.right(.stop))
    await right.finish()
    await store.drain()
  }

  @Test func `27: a busy child without the id does not reach its sibling's`() async {
    let store = makeStore()
    store.send(.left(.startOther))
    store.send(.left(.startOther))
    let right = store.send(.right(.start))
    store.send(.left(.stop))
    #expect(!right.isWindingDown)
    await store.drain()
  }

  @Test func `26: a parent cancels its own and its children's effects`() async {
    let store = makeStore()
    store.send(.start)
    store.send(.left(.start))
    store.send(.right(.start))
    store.send(.stop)
    await store.idle()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `27: a child never cancels its parent's effects`() async {
    let store = makeStore()
    let own = store.send(.start)
    store.send(.left(.stop))
    #expect(!own.isFinished)
    #expect(!own.isCancelled)
    #expect(store.effectsInFlight == 1)
    await store.drain()
  }

  @Test func `28: several effects share an id and go together`() async {
    let store = makeStore()
    store.send(.left(.start))
    store.send(.left(.start))
    #expect(store.effectsInFlight == 2)
    store.send(.left(.stop))
    await store.idle()
  }

  @Test func `29: cancelInFlight replaces the earlier effect`() async {
    let store = makeStore()
    let first = store.send(.left(.start))
    let second = store.send(.left(.startInFlight))
    await first.finish()
    #expect(!second.isFinished)
    await store.drain()
  }

  @Test func `29: cancelInFlight twice on one effect leaves it running`() async {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in try await never() }
          .cancellable(id: 1, cancelInFlight: true)
          .cancellable(id: 1, cancelInFlight: true)
      }
    }
    store.send(())
    #expect(!store.send(()).isFinished)
    await store.drain()
  }

  @Test func `31: a cancel in the same action after a start cancels it before its body runs`() async
  {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .merge(.run { _ in try await gate.wait() }.cancellable(id: 1), .cancel(id: 1))
      }
    }
    await store.send(()).finish()
    #expect(gate.arrivals == 0)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `31: a cancel in the same action before a start leaves it running`() async {
    let store = makeStore()
    let task = store.send(.left(.stopThenStart))
    #expect(!task.isFinished)
    await store.drain()
  }

  @Test func `26: ids of different types are different ids`() async {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) in
        isStart
          ? .run { _ in try await never() }.cancellable(id: 1) : .cancel(id: UInt8(1))
      }
    }
    let task = store.send(true)
    store.send(false)
    #expect(!task.isFinished)
    #expect(store.effectsInFlight == 1)
    await store.drain()
  }

  @Test func `27: elements of lists and dictionaries with the same ids are apart`() async {
    var state = Workshop.State()
    state.rows = [Worker.State(id: 1), Worker.State(id: 2)]
    state.shelf = ["x": Worker.State(), "y": Worker.State()]
    let store = makeStore(state)
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    let x = store.send(.shelf(.element(id: "x", action: .start)))
    let y = store.send(.shelf(.element(id: "y", action: .start)))
    store.send(.rows(.element(id: 1, action: .stop)))
    store.send(.shelf(.element(id: "x", action: .stop)))
    await first.finish()
    await x.finish()
    #expect(!second.isFinished)
    #expect(!y.isFinished)
    await store.drain()
  }

  @Test func `27: ten thousand stores with the same ids leave each other alone`() async {
    let stores = (0..<10_000).map { _ in makeStore() }
    for store in stores { store.send(.left(.start)) }
    for (index, store) in stores.enumerated() where index.isMultiple(of: 2) {
      store.send(.left(.stop))
    }
    for (index, store) in stores.enumerated() where index.isMultiple(of: 2) {
      await store.idle()
    }
    let left = stores.map(\.effectsInFlight)
    #expect(left.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? 0 : 1) })
    for store in stores { store.cancelAll() }
    for store in stores { await store.idle() }
  }

  @Test func `26: ids of one type differ by their values, whatever they are made of`() async {
    struct Page: Hashable, Sendable { let number: Int }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: Int) in
        action > 0
          ? .run { _ in try await never() }.cancellable(id: Page(number: action))
          : .cancel(id: Page(number: -action))
      }
    }
    let first = store.send(1)
    let second = store.send(2)
    store.send(-1)
    await first.finish()
    #expect(!second.isFinished)
    await store.drain()
  }

  @Test func `26: an id of a generic type takes the type of its payload into account`() async {
    struct Tagged<Value: Hashable & Sendable>: Hashable, Sendable { let value: Value }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) in
        isStart
          ? .run { _ in try await never() }.cancellable(id: Tagged(value: 1))
          : .cancel(id: Tagged(value: UInt8(1)))
      }
    }
    let task = store.send(true)
    store.send(false)
    #expect(!task.isWindingDown)
    await store.drain()
  }

  @Test func `27: a child reaches neither its parent, its sibling, its cousin nor another store`()
    async
  {
    var state = Workshop.State()
    state.guest = Worker.State()
    state.rows = [Worker.State(id: 1), Worker.State(id: 2)]
    let store = makeStore(state)
    let other = makeStore(state)
    let own = store.send(.rows(.element(id: 1, action: .start)))
    let rest = [
      store.send(.start), store.send(.left(.start)), store.send(.guest(.start)),
      store.send(.rows(.element(id: 2, action: .start))),
      other.send(.rows(.element(id: 1, action: .start))),
    ]
    store.send(.rows(.element(id: 1, action: .stop)))
    await own.finish()
    #expect(rest.allSatisfy { !$0.isWindingDown })
    await store.drain()
    await other.drain()
  }

  @Test func `29: cancelInFlight reaches no effect that the same action returned before it`() async
  {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .merge(
          .run { _ in try await never() }.cancellable(id: 1, cancelInFlight: true),
          .run { _ in try await never() }.cancellable(id: 2, cancelInFlight: true))
      }
    }
    let first = store.send(())
    let second = store.send(())
    await first.finish()
    #expect(store.effectsInFlight == 2)
    #expect(!second.isWindingDown)
    await store.drain()
  }

  @Test(arguments: ["inner", "outer"])
  func `29: either of two ids on one effect cancels it`(id: String) async {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: String) in
        action.isEmpty
          ? .run { _ in try await never() }.cancellable(id: "inner").cancellable(id: "outer")
          : .cancel(id: action)
      }
    }
    let task = store.send("")
    store.send(id)
    await task.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `29: an id around several effects cancels them all, an inner one its own`() async {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: String) in
        action.isEmpty
          ? .merge(
            .run { _ in try await never() }.cancellable(id: "a"),
            .run { _ in try await never() }.cancellable(id: "b"),
            .run { _ in }
          )
          .cancellable(id: "all") : .cancel(id: action)
      }
    }
    let task = store.send("")
    store.send("a")
    #expect(!task.isFinished)
    store.send("all")
    await task.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `30: cancelling an unknown or a finished id does nothing`() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, isStart: Bool) in
        state += 1
        return isStart ? .run { _ in }.cancellable(id: 1) : .cancel(id: 1)
      }
    }
    let issues = await captureIssues {
      store.send(false)
      await store.send(true).finish()
      store.send(false)
    }
    #expect(issues.isEmpty)
    #expect(store.state == 3)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `30: nothing is left in any table when nothing runs`() async {
    var state = Workshop.State()
    state.rows = [Worker.State(id: 1), Worker.State(id: 2)]
    state.guest = Worker.State()
    let store = makeStore(state)
    #expect(store.objectsInFlight == 0)
    store.send(.left(.start))
    store.send(.guest(.start))
    store.send(.rows(.element(id: 1, action: .start)))
    store.send(.rows(.element(id: 2, action: .startInFlight)))
    #expect(store.objectsInFlight == 4)
    store.send(.rows(.element(id: 2, action: .stop)))
    store.send(.stop)
    await store.idle()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `31: a cancel in a later reducer of the body reaches what an earlier one started`()
    async
  {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .concatenate(.run { _ in try await gate.wait() }, .run { _ in try await gate.wait() })
          .cancellable(id: 1)
      }
      Reduce { (_: inout Int, _: Void) in .cancel(id: 1) }
    }
    await store.send(()).finish()
    #expect(gate.arrivals == 0)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `31: a cancel in an action fed back by the same send comes before the body as well`()
    async
  {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) -> Effect<Bool> in
        isStart
          ? .merge(.run { _ in try await gate.wait() }.cancellable(id: 1), .send(false))
          : .cancel(id: 1)
      }
    }
    await store.send(true).finish()
    #expect(gate.arrivals == 0)
    #expect(store.objectsInFlight == 0)
  }

}

extension CancellationTests {
  @Test func `26: a parent reaches its children however many others have the id`() async {
    let store = Store(initialState: Streets()) {
      Scope(state: \Streets.north, action: \Streets.Action.AllCasePaths.north) { Workshop() }
      Scope(state: \Streets.south, action: \.south) { Workshop() }
    }
    let others = (0..<5).map { _ in store.send(.north(.left(.start))) }
    let own = store.send(.south(.left(.start)))
    let second = store.send(.south(.left(.startOther)))
    store.send(.south(.stop))
    #expect(own.isWindingDown)
    #expect(!second.isWindingDown)
    #expect(others.allSatisfy { !$0.isWindingDown })
    await store.drain()
  }

  @Test func `29: an effect that restarts cancels none of the concatenations that it is part of`()
    async
  {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .concatenate(
          .run { _ in },
          .concatenate(
            .run { _ in },
            .run { _ in try await gate.wait() }.cancellable(id: 1, cancelInFlight: true))
        )
        .cancellable(id: 1)
      }
    }
    let task = store.send(())
    await gate.arrival()
    #expect(!task.isWindingDown)
    gate.open()
    await task.finish()
  }

  @Test func `an effect that is cancelled while it is started starts as a cancelled one`() {
    let seen = Journal<Bool>()
    let cancel = Journal<@Sendable () -> Void>()
    let executor = StepExecutor { for cancel in cancel.entries { cancel() } }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .merge(
          .run { _ in },
          .run { _ in seen.note(Task.isCancelled) })
      }
    }
    .run(on: executor)
    cancel.note { [weak store] in store?.cancelAll() }
    store.send(())
    executor.run()
    #expect(seen.entries == [true])
    #expect(store.objectsInFlight == 0)
  }
}

private struct Streets: Sendable {
  var north = Workshop.State()
  var south = Workshop.State()
  @CasePathable enum Action: Sendable {
    case north(Workshop.Action)
    case south(Workshop.Action)
  }
}

extension Store {
  /// Waits until every effect has ended.
  func idle() async {
    await backend.control.waitUntilIdle()
  }
}
