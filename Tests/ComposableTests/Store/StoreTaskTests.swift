import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct StoreTaskTests {
  enum Action: Sendable {
    case start
    /// Each of the chain's effects sends the next.
    case chain(Int)
    /// Fed back at once, and then an effect.
    case fedStart
    /// An effect that sends `start`, and ends or stays.
    case startFromEffect(stays: Bool)
    case ticked
  }

  func makeStore(_ gate: Gate, started: Gate = Gate()) -> Store<Int, Action> {
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
        case .fedStart:
          return .send(.start)
        case .startFromEffect(let stays):
          return .run { send in
            await send(.start)
            if stays { try await started.wait() }
          }
        case .ticked:
          state += 1
          return .none
        }
      }
    }
  }

  // MARK: 38

  @Test func `38: finish returns at once when nothing was started`() async {
    let store = makeStore(Gate())
    let task = store.send(.ticked)
    #expect(task.isFinished)
    await task.finish()
    #expect(!task.isCancelled)
  }

  @Test func `38: finish returns when effects of effects are done`() async {
    let store = makeStore(Gate())
    await store.send(.chain(5)).finish()
    #expect(store.state == 1)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `38: finish waits for effects whose starters have ended`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.startFromEffect(stays: false))
    await gate.arrival()
    #expect(!task.isFinished)
    gate.open()
    await task.finish()
    #expect(store.state == 1)
  }

  @Test func `38: several may await one task`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.start)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { await task.finish() } }
      await gate.arrival()
      gate.open()
    }
    #expect(store.state == 1)
  }

  @Test func `38: a cancelled effect's sends are dropped and finish still waits for its end`()
    async
  {
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

  @Test func `38: finish waits for a cancelled effect that takes its time to end`() async {
    let cleaning = Gate()
    let ended = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in
          try? await never()
          await Task { try? await cleaning.wait() }.value
          ended.note(1)
        }
      }
    }
    let task = store.send(())
    task.cancel()
    await cleaning.arrival()
    #expect(!task.isFinished)
    cleaning.open()
    await task.finish()
    #expect(ended.entries == [1])
  }

  @Test func `38: effects of synchronously fed sends count as the action's own`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.fedStart)
    #expect(!task.isFinished)
    task.cancel()
    await task.finish()
    #expect(store.state == 0)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `38: awaiting finish in a cancelled task cancels the effects`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let task = store.send(.start)
    let waiting = Task { await task.finish() }
    waiting.cancel()
    await waiting.value
    #expect(task.isCancelled)
    #expect(store.effectsInFlight == 0)
  }

  @Test func `38: one action's task says nothing of another's`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let first = store.send(.start)
    let second = store.send(.ticked)
    #expect(second.isFinished)
    second.cancel()
    #expect(!first.isCancelled)
    gate.open()
    await first.finish()
    #expect(store.state == 2)
  }

  @Test func `38: a task outlives its store and is finished then`() async {
    let gate = Gate()
    var store: Store<Int, Action>? = makeStore(gate)
    let task = store?.send(.start)
    store = nil
    await task?.finish()
    task?.cancel()
    task?.cancelCascade()
    #expect(task?.isFinished == true)
  }

  // MARK: 39

  @Test func `39: cancel spares effects of actions that the effects sent`() async {
    let gate = Gate()
    let started = Gate()
    let store = makeStore(gate, started: started)
    let task = store.send(.startFromEffect(stays: true))
    await started.arrival()
    #expect(store.effectsInFlight == 2)
    task.cancel()
    await gate.arrival()
    gate.open()
    await task.finish()
    #expect(store.state == 1)
  }

  @Test func `39: cancelCascade cancels those as well`() async {
    let gate = Gate()
    let started = Gate()
    let store = makeStore(gate, started: started)
    let task = store.send(.startFromEffect(stays: true))
    await started.arrival()
    await gate.arrival()
    task.cancelCascade()
    await task.finish()
    #expect(task.isCancelled)
    #expect(store.state == 0)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `39: cancel leaves other actions' effects alone`() async {
    let gate = Gate()
    let store = makeStore(gate)
    let first = store.send(.start)
    let second = store.send(.start)
    first.cancel()
    #expect(!second.isCancelled)
    #expect(!second.isWindingDown)
    await store.drain()
  }

  @Test func `39: cancel ends a concatenation as a whole`() async {
    let gate = Gate()
    let journal = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .concatenate(.run { _ in try await gate.wait() }, .run { _ in journal.note(1) })
      }
    }
    let task = store.send(())
    await gate.arrival()
    task.cancel()
    await task.finish()
    #expect(journal.entries.isEmpty)
    #expect(store.objectsInFlight == 0)
  }

  // MARK: 40

  @Test func `40: a sender that never ends holds only what is in flight, not what has ended`() async
  {
    enum Action: Sendable { case start, tick }
    let count = 5_000
    let counter = TokenCounter()
    let ended = Gate()
    let isThrough = Gate()
    ended.open()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Action) -> Effect<Action> in
        switch action {
        case .start:
          return .run { send in
            for number in 1...count {
              await send(.tick)
              await ended.arrival(of: number)
            }
            try await isThrough.wait()
          }
        case .tick:
          state += 1
          return .run { [token = counter.make()] _ in
            try await ended.wait()
            withExtendedLifetime(token) {}
          }
        }
      }
    }
    let task = store.send(.start)
    await isThrough.arrival()
    #expect(store.state == count)
    // The sender itself, and ends that its last ticks have yet to tell the store.
    #expect(task.objectsInFlight <= 10)
    #expect(store.objectsInFlight <= 10)
    #expect(counter.most <= 10)
    isThrough.open()
    await task.finish()
    await counter.none()
    #expect(store.objectsInFlight == 0)
  }

  @Test(arguments: [false, true])
  func `39: an action that is cancelled before it is reduced starts no effects`(
    isConcatenation: Bool
  ) async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, isConcatenation: Bool) -> Effect<Bool> in
        state += 1
        let work = Effect<Bool>.run { _ in try await gate.wait() }
        return isConcatenation ? .concatenate(work, work) : work
      }
    }
    let task = store.withState { _ in
      let task = store.send(isConcatenation)
      task.cancel()
      return task
    }
    #expect(store.state == 1)
    #expect(store.effectsInFlight == 0)
    await task.finish()
    #expect(gate.arrivals == 0)
  }

  @Test func `38: what a later part of a concatenation leads to counts as the action's`() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, isStart: Bool) -> Effect<Bool> in
        isStart
          ? .concatenate(.run { _ in }, .send(false)) : .run { _ in try await gate.wait() }
      }
    }
    let task = store.send(true)
    await gate.arrival()
    #expect(!task.isFinished)
    gate.open()
    await task.finish()
  }
}
