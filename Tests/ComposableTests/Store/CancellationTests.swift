import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct CancellationTests {
  func makeStore(_ state: Workshop.State = Workshop.State()) -> StoreOf<Workshop> {
    Store(initialState: state) { Workshop() }
  }

  @Test func `effects are registered when send returns`() async {
    let store = makeStore()
    store.send(.left(.start))
    #expect(store.effectsInFlight == 1)
    store.send(.left(.stop))
    await store.idle()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `siblings under plain scopes never cancel each other`() async {
    let store = makeStore()
    store.send(.left(.start))
    let right = store.send(.right(.start))
    await store.send(.left(.stop)).finish()
    #expect(!right.isFinished)
    store.send(.right(.stop))
    await right.finish()
    await store.drain()
  }

  @Test func `a busy child without the id does not reach its sibling's`() async {
    let store = makeStore()
    store.send(.left(.startOther))
    store.send(.left(.startOther))
    let right = store.send(.right(.start))
    store.send(.left(.stop))
    #expect(!right.isWindingDown)
    await store.drain()
  }

  @Test func `a parent cancels its own and its children's effects`() async {
    let store = makeStore()
    store.send(.start)
    store.send(.left(.start))
    store.send(.right(.start))
    store.send(.stop)
    await store.idle()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a child never cancels its parent's effects`() async {
    let store = makeStore()
    let own = store.send(.start)
    store.send(.left(.stop))
    #expect(!own.isFinished)
    #expect(!own.isCancelled)
    #expect(store.effectsInFlight == 1)
    await store.drain()
  }

  @Test func `several effects share an id and go together`() async {
    let store = makeStore()
    store.send(.left(.start))
    store.send(.left(.start))
    #expect(store.effectsInFlight == 2)
    store.send(.left(.stop))
    await store.idle()
  }

  @Test func `cancelInFlight replaces the earlier effect`() async {
    let store = makeStore()
    let first = store.send(.left(.start))
    let second = store.send(.left(.startInFlight))
    await first.finish()
    #expect(!second.isFinished)
    await store.drain()
  }

  @Test func `cancelInFlight twice on one effect leaves it running`() async {
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

  @Test func `a cancel after a start in one action wins before the body runs`() async {
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

  @Test func `a cancel before a start in one action leaves it running`() async {
    let store = makeStore()
    let task = store.send(.left(.stopThenStart))
    #expect(!task.isFinished)
    await store.drain()
  }

  @Test func `ids of different types are different ids`() async {
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

  @Test func `elements with the same ids are apart`() async {
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

  @Test func `ten thousand stores with the same ids leave each other alone`() async {
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

  @Test func `inside an effect its own path is used`() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isNested: Bool) in
        if isNested {
          return .run { _ in
            try await withTaskCancellation(id: "nested") { try await gate.wait() }
          }
        }
        return .run { _ in Task.cancel(id: "nested") }
      }
    }
    let nested = store.send(true)
    await gate.arrival()
    await store.send(false).finish()
    await nested.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `outside an effect cancelling by id is reported`() {
    #expect(captureIssues { Task.cancel(id: 1) }.map(\.code) == [.cancelOutsideStore])
  }
}

extension Store {
  /// Waits until every effect has ended.
  func idle() async {
    await backend.control.waitUntilIdle()
  }
}
