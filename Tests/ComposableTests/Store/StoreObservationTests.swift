import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Synchronization
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct StoreObservationTests {
  /// Adds the action to the state; a negative one is fed back as several.
  func makeStore() -> Store<Int, Int> {
    Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) -> Effect<Int> in
        if action < 0 { return .merge((0..<(-action)).map { _ in .send(1) }) }
        state += action
        return .none
      }
    }
  }

  @Test func `4: observers are notified once per burst`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observation = store.observe { [weak store] in told.note(store?.state ?? -1) }
    store.send(-5)
    store.send(2)
    #expect(told.entries == [5, 7])
    observation.cancel()
    store.send(1)
    #expect(told.entries == [5, 7])
  }

  @Test func `4: observers are notified in the order in which they subscribed`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observations = (0..<50).map { number in store.observe { told.note(number) } }
    store.send(1)
    #expect(told.entries == Array(0..<50))
    withExtendedLifetime(observations) {}
  }

  @Test func `4: observing ends when the observation is released`() {
    let store = makeStore()
    let told = Journal<Int>()
    do {
      let observation = store.observe { told.note(1) }
      store.send(1)
      withExtendedLifetime(observation) {}
    }
    store.send(1)
    #expect(told.entries == [1])
  }

  @Test func `4: an observer of a value is notified only when it changed`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observation = store.observe({ $0 / 10 }) { told.note($0) }
    store.send(4)
    store.send(10)
    store.send(1)
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1])
  }

  @Test func `4: an observer of a part is notified only when the part changed`() async {
    let store = Store(initialState: Workshop.State()) { Workshop() }
    let left = store.scope(state: \.left, action: \.left)
    let told = Journal<[Int]>()
    let observation = left.observe(\.self) { told.note($0.results) }
    store.send(.right(.worked(1)))
    left.send(.worked(2))
    store.send(.left(.worked(3)))
    withExtendedLifetime(observation) {}
    #expect(told.entries == [[2], [2, 3]])
  }

  @Test func `4: an observer that sends gets the newest value afterwards, not in between`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observation = store.observe(\.self) { [weak store] value in
      told.note(value)
      if value == 1 {
        store?.send(1)
        store?.send(1)
        told.note(-1)
      }
    }
    store.send(1)
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1, -1, 3])
  }

  @Test func `4: with two senders an observer hears the newest value last`() async {
    let store = makeStore()
    let told = Journal<Int>()
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let mayGoOn = DispatchSemaphore(value: 0)
    let observation = store.observe(\.self) { value in
      if value == 1 {
        start.finish()
        mayGoOn.wait()
      }
      told.note(value)
    }
    async let first: Void = withCheckedContinuation { done in
      // A thread of its own: it blocks inside the observer.
      Thread.detachNewThread {
        store.send(1)
        done.resume()
      }
    }
    for await _ in started {}
    store.send(1)
    mayGoOn.signal()
    await first
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1, 2])
  }

  @Test func `4: a change between two looks at the state is not lost`() {
    let store = makeStore()
    let told = Journal<Int>()
    let looks = Mutex(0)
    let observation = store.observe({ [weak store] state in
      // The first look is before the observer is known to the store; the send waits for its end.
      let isFirst = looks.withLock { looks in
        looks += 1
        return looks == 1
      }
      if isFirst { store?.send(1) }
      return state
    }) { told.note($0) }
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1])
  }

  @Test func `changes keep the newest and end with the store`() async {
    var store: Store<Int, Int>? = makeStore()
    var changes = store?.changes.makeAsyncIterator()
    store?.send(1)
    store?.send(1)
    #expect(await changes?.next() == 2)
    store = nil
    #expect(await changes?.next() == nil)
  }

  @Test func `changes of a value begin with it and end with the store`() async {
    var store: Store<Int, Int>? = makeStore()
    var values = store?.changes(of: \.self).makeAsyncIterator()
    #expect(await values?.next() == 0)
    store?.send(1)
    store?.send(1)
    #expect(await values?.next() == 2)
    store = nil
    #expect(await values?.next() == nil)
  }

  @Test func `changes end when the awaiting task is cancelled, and are forgotten`() async {
    let store = makeStore()
    let counter = TokenCounter()
    let waiting = Task { [token = counter.make()] in
      let changes = store.changes(of: { [token] state in (state, token).0 })
      for await _ in changes {}
    }
    waiting.cancel()
    await waiting.value
    #expect(counter.alive == 0)
    store.send(1)
  }

  @Test func `4: an action sent while state is read notifies observers, too`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observation = store.observe { [weak store] in told.note(store?.state ?? -1) }
    store.withState { _ in _ = store.send(3) }
    #expect(told.entries == [3])
    withExtendedLifetime(observation) {}
  }

  @Test func `changes of a store that is gone end at once`() async {
    var store: Store<Int, Int>? = makeStore()
    let changes = store?.changes
    store = nil
    var count = 0
    if let changes { for await _ in changes { count += 1 } }
    #expect(count == 0)
  }
}
