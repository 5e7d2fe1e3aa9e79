import Composable
import ComposableTestSupport
import ComposableTesting
import Dispatch
import Synchronization
import Testing

private struct Settings: Equatable, Sendable {
  var name = ""
  var limits = [1, 2]
}

@Reducer
private struct Counter {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(value: 0) var kept
  }
  enum Action: Sendable {
    case add(Int)
    case addInEffect(Int)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.$count.withLock { $0 += number }
        state.$kept.withLock { $0 += number }
        return .none
      case .addInEffect(let number):
        return .run { [count = state.$count] _ in count.withLock { $0 += number } }
      }
    }
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(2))) struct SharedTests {
  @Test func `a value in memory is one store's, and everything in the store sees it`() async {
    let first = Store(initialState: Counter.State()) { Counter() }
    let second = Store(initialState: Counter.State()) { Counter() }
    first.send(.add(2))
    await first.send(.addInEffect(3)).finish()
    #expect(first.state.count == 5)
    #expect(second.state.count == 0)
  }

  @Test func `stores given one memory share what is in it`() {
    let memory = SharedMemory()
    let stores = (0..<2).map { _ in
      Store(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.sharedMemory = memory
      }
    }
    stores[0].send(.add(4))
    #expect(stores[1].state.count == 4)
  }

  @Test func `an observer hears of a change that no action made`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    let heard = Journal<Int>()
    let observation = store.observe(\.count) { heard.note($0) }
    store.state.$count.withLock { $0 = 6 }
    store.send(.add(1))
    #expect(heard.entries == [6, 7])
    observation.cancel()
  }

  @Test func `an observer hears of a change made by another store's reducer`() async {
    let memory = SharedMemory()
    let stores = (0..<2).map { _ in
      Store(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.sharedMemory = memory
      }
    }
    var changes = stores[1].changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next() == 0)
    stores[0].send(.add(3))
    #expect(await changes.next() == 3)
  }

  @Test func `an observer hears of a change made while the state is read`() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    var changes = store.changes(of: \.count).makeAsyncIterator()
    #expect(await changes.next() == 0)
    store.withState { state in state.$count.withLock { $0 = 2 } }
    #expect(await changes.next() == 2)
  }

  @Test func `reducers of stores that share never wait for each other`() async {
    let memory = SharedMemory()
    let stores = (0..<2).map { _ in
      Store(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.sharedMemory = memory
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask { for _ in 0..<2000 { store.send(.add(1)) } }
      }
    }
    #expect(stores[0].state.count == 4000)
  }

  @Test func `many threads change one value without losing a change`() {
    let count = Shared(value: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 { count.withLock { $0 += 1 } }
    }
    #expect(count.wrappedValue == 8000)
  }

  @Test func `a part of a value is shared like the whole`() {
    let settings = Shared(value: Settings())
    let limits = settings.limits
    limits.withLock { $0.append(3) }
    settings.name.withLock { $0 = "Ann" }
    #expect(settings.wrappedValue == Settings(name: "Ann", limits: [1, 2, 3]))
    settings.withLock { $0.limits = [] }
    #expect(limits.wrappedValue == [])
  }

  @Test func `the changes of an update that throws stay`() {
    struct Refusal: Error {}
    let count = Shared(value: 1)
    #expect(throws: Refusal.self) {
      try count.withLock {
        $0 = 2
        throw Refusal()
      }
    }
    #expect(count.wrappedValue == 2)
  }

  @Test func `an optional value needs no default`() {
    @Shared(.inMemory("selected")) var selected: Int?
    #expect(selected == nil)
    $selected.withLock { $0 = 1 }
    #expect(selected == 1)
  }

  @Test func `state made outside any store has values of its own`() {
    let first = Counter.State()
    let second = Counter.State()
    first.$count.withLock { $0 = 1 }
    #expect(second.count == 0)
  }

  @Test func `a value in memory has nothing to be saved`() async {
    let memory = SharedMemory()
    let count = withDependencies {
      $0.sharedMemory = memory
    } operation: {
      Shared(wrappedValue: 0, .inMemory("count"))
    }
    count.withLock { $0 = 1 }
    #expect(memory.isSaved)
    await memory.finishSaving()
  }

  @Test func `shutting a store down waits until its values are saved`() async {
    let shelf = Shelf(isOpen: false)
    let store = Store(initialState: Shared(wrappedValue: 0, .shelf(shelf, "limit"))) {
      Reduce<Shared<Int>, Int> { state, number in
        state.withLock { $0 = number }
        return .none
      }
    }
    store.send(5)
    await shelf.gate.arrival()
    let clock = TestClock()
    let isOver = Mutex(false)
    let saved = Task {
      _ = await store.shutdown(deadline: .seconds(60), clock: clock)
      isOver.withLock { $0 = true }
      return shelf["limit"]
    }
    // Only the deadline ends it from here on, or the value's being saved.
    await clock.waitForSleepers()
    for _ in 0..<1_000 where !isOver.withLock({ $0 }) { await Task.yield() }
    #expect(!isOver.withLock { $0 })
    shelf.gate.open()
    #expect(await saved.value == 5)
  }

  @Test func `values of several owners are equal when what they hold is`() {
    #expect(Shared(value: 1) == Shared(value: 1))
    #expect(Shared(value: 1) != Shared(value: 2))
  }
}
