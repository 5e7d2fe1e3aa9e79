import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct StoreOrderTests {
  enum Letter: Sendable { case a, b, c, both, many(Int), chain(Int) }

  func makeStore(
    _ journal: Journal<String>
  ) -> Store<Int, Letter> {
    Store(initialState: 0) {
      Reduce { (state: inout Int, action: Letter) -> Effect<Letter> in
        switch action {
        case .a:
          journal.note("a")
          return .send(.c)
        case .b: journal.note("b")
        case .c: journal.note("c")
        case .both: return .merge(.send(.a), .send(.b))
        case .many(let count):
          state += 1
          return .merge((0..<count).map { _ in .send(.many(0)) })
        case .chain(let count):
          state += 1
          return count > 0 ? .send(.chain(count - 1)) : .none
        }
        return .none
      }
    }
  }

  @Test func `a burst is breadth first`() {
    let journal = Journal<String>()
    makeStore(journal).send(.both)
    #expect(journal.entries == ["a", "b", "c"])
  }

  @Test func `a hundred thousand chained sends are done when send returns`() {
    let store = makeStore(Journal())
    store.send(.chain(100_000))
    #expect(store.state == 100_001)
  }

  @Test func `one merge of ten thousand sends does not overflow`() {
    let store = makeStore(Journal())
    store.send(.many(10_000))
    #expect(store.state == 10_001)
  }

  @Test func `reducers in a body run from top to bottom on one state`() {
    let store = Store(initialState: "") {
      Reduce { (state: inout String, _: Int) in
        state += "1"
        return .none
      }
      Reduce { (state: inout String, _: Int) in
        state += "2"
        return .none
      }
    }
    store.send(0)
    #expect(store.state == "12")
  }

  @Test func `observers are told once per burst and may send`() async {
    let store = makeStore(Journal())
    let told = Journal<Int>()
    let observation = store.observe { [weak store] in
      guard let store else { return }
      told.note(store.state)
      if store.state == 4 { store.send(.chain(0)) }
    }
    store.send(.chain(3))
    #expect(told.entries == [4, 5])
    observation.cancel()
    store.send(.chain(0))
    #expect(told.entries == [4, 5])
  }

  @Test func `an observer of a value is told only when it changed`() {
    let store = makeStore(Journal())
    let told = Journal<Int>()
    let observation = store.observe({ $0 / 10 }) { told.note($0) }
    store.send(.chain(3))
    store.send(.chain(10))
    withExtendedLifetime(observation) {}
    #expect(told.entries == [1])
  }

  @Test func `changes keep the newest and end with the store`() async {
    var store: Store<Int, Letter>? = makeStore(Journal())
    var changes = store?.changes.makeAsyncIterator()
    store?.send(.b)
    store?.send(.b)
    #expect(await changes?.next() == 2)
    store = nil
    #expect(await changes?.next() == nil)
  }

  @Test func `a send from inside a reduction waits for its end and is reported`() {
    let box = StoreBox()
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) in
        if action == 1 { box.store?.send(2) }
        state.append(action)
        return .none
      }
    }
    box.store = store
    let issues = captureIssues { store.send(1) }
    #expect(store.state == [1, 2])
    #expect(issues.map(\.code) == [.sendDuringReduction])
  }

  @Test func `sends from many threads are reduced one at a time`() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, _: Void) in
        state += 1
        return .none
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { store.send(()) } }
      }
    }
    #expect(store.state == 8_000)
  }

  @Test func `a reducer that sends to another store is reported`() {
    let other = makeStore(Journal())
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        other.send(.b)
        return .none
      }
    }
    #expect(captureIssues { store.send(()) }.map(\.code) == [.sendAcrossStores])
  }
}

private final class StoreBox: @unchecked Sendable {
  weak var store: Store<[Int], Int>?
}
