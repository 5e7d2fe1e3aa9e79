import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct StoreOrderTests {
  enum Letter: Sendable { case a, b, c, both, many(Int), chain(Int) }

  func makeStore(
    _ journal: Journal<String> = Journal()
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

  // MARK: 1

  @Test func `1: sends from many threads are reduced one at a time`() async {
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

  @Test func `1: each sender's actions are reduced in the order in which they arrived`() async {
    struct Sent: Sendable {
      let sender: Int
      let number: Int
    }
    let store = Store(initialState: [Sent]()) {
      Reduce { (state: inout [Sent], action: Sent) in
        state.append(action)
        return .none
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<500 { store.send(Sent(sender: sender, number: number)) }
        }
      }
    }
    for sender in 0..<4 {
      let numbers = store.state.filter { $0.sender == sender }.map(\.number)
      #expect(numbers == Array(0..<500))
    }
  }

  // MARK: 2

  @Test func `2: when send returns, the action and all it fed back have been reduced`() {
    let store = makeStore()
    store.send(.chain(3))
    #expect(store.state == 4)
  }

  @Test func `2: an effect's send returns when its action and all it fed back have been reduced`()
    async
  {
    let journal = Journal<Int>()
    let seen = Journal<Int>()
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) -> Effect<Int> in
        state += 1
        journal.note(action)
        switch action {
        case 0:
          return .run { send in
            await send(1)
            seen.note(journal.entries.count)
          }
        case 1: return .send(2)
        default: return .none
        }
      }
    }
    await store.send(0).finish()
    #expect(seen.entries == [3])
  }

  // MARK: 3

  @Test func `3: a burst is breadth first`() {
    let journal = Journal<String>()
    makeStore(journal).send(.both)
    #expect(journal.entries == ["a", "b", "c"])
  }

  // MARK: 5

  @Test func `5: a hundred thousand chained sends neither recurse nor overflow`() {
    let store = makeStore()
    store.send(.chain(100_000))
    #expect(store.state == 100_001)
  }

  @Test func `5: one merge of ten thousand sends does not overflow`() {
    let store = makeStore()
    store.send(.many(10_000))
    #expect(store.state == 10_001)
  }

  @Test func `5: a merge built up one by one from ten thousand sends does not overflow`() {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, isFirst: Bool) -> Effect<Bool> in
        state += 1
        guard isFirst else { return .none }
        return (0..<10_000).reduce(.none) { effect, _ in effect.merge(with: .send(false)) }
      }
    }
    store.send(true)
    #expect(store.state == 10_001)
  }

  @Test func `5: one merge of ten thousand runs starts and ends them all`() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, isFirst: Bool) -> Effect<Bool> in
        state += 1
        guard isFirst else { return .none }
        return .merge((0..<10_000).map { _ in .run { await $0(false) } })
      }
    }
    let task = store.send(true)
    #expect(store.effectsInFlight > 0)
    await task.finish()
    #expect(store.state == 10_001)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `5: one concatenation of ten thousand sends does not overflow`() {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, isFirst: Bool) -> Effect<Bool> in
        state += 1
        return isFirst ? .concatenate((0..<10_000).map { _ in .send(false) }) : .none
      }
    }
    store.send(true)
    #expect(store.state == 10_001)
    #expect(store.objectsInFlight == 0)
  }

  // MARK: 6

  /// A store whose reducer sends to it.
  final class Box<Action: Sendable>: @unchecked Sendable {
    weak var store: Store<[Int], Action>?
    var task: StoreTask?
  }

  @Test func `6: a send from inside a reduction waits for its end and is reported`() {
    let box = Box<Int>()
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

  @Test func `6: what an effect sends during a burst is no misuse`() async {
    let store = makeStore()
    let sent = Store(initialState: 0) {
      Reduce { (state: inout Int, isFirst: Bool) -> Effect<Bool> in
        state += 1
        return isFirst ? .merge(.send(false), .run { await $0(false) }) : .none
      }
    }
    let issues = await captureIssues {
      store.send(.both)
      await sent.send(true).finish()
    }
    #expect(issues.isEmpty)
    #expect(sent.state == 3)
  }

  @Test func `6: the task of a send from inside a reduction waits for its effects`() async {
    let gate = Gate()
    let box = Box<Int>()
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        if action == 1 { box.task = box.store?.send(2) }
        return action == 2
          ? .run { send in
            try await gate.wait()
            await send(3)
          } : .none
      }
    }
    box.store = store
    let outer = captureIssues { #expect(store.send(1).isFinished) }
    #expect(outer.count == 1)
    #expect(box.task?.isFinished == false)
    gate.open()
    await box.task?.finish()
    #expect(store.state == [1, 2, 3])
  }

  @Test func `6: the task of a send from inside a reduction cancels its effects`() async {
    let box = Box<Int>()
    let store = Store(initialState: [Int]()) {
      Reduce { (_: inout [Int], action: Int) -> Effect<Int> in
        if action == 1 { box.task = box.store?.send(2) }
        return action == 2 ? .run { _ in try await never() } : .none
      }
    }
    box.store = store
    _ = captureIssues { store.send(1) }
    #expect(store.effectsInFlight == 1)
    box.task?.cancel()
    await box.task?.finish()
    #expect(box.task?.isCancelled == true)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `6: cancelled before its action is reduced, a send starts no effects`() async {
    let gate = Gate()
    let box = Box<Int>()
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        if action == 1 {
          box.task = box.store?.send(2)
          box.task?.cancel()
        }
        return action == 2
          ? .merge(
            .run { _ in try await gate.wait() },
            .concatenate(.run { _ in try await gate.wait() }, .run { _ in })) : .none
      }
    }
    box.store = store
    _ = captureIssues { store.send(1) }
    await box.task?.finish()
    #expect(store.state == [1, 2])
    #expect(store.objectsInFlight == 0)
    #expect(gate.arrivals == 0)
  }

  @Test func `6: a send from an observer is an ordinary send`() {
    let store = makeStore()
    let told = Journal<Int>()
    let observation = store.observe { [weak store] in
      guard let store else { return }
      told.note(store.state)
      if store.state == 4 {
        store.send(.chain(0))
        told.note(-store.state)
      }
    }
    let issues = captureIssues { store.send(.chain(3)) }
    #expect(issues.isEmpty)
    #expect(told.entries == [4, 5, -5])
    withExtendedLifetime(observation) {}
  }

  // MARK: 7

  @Test func `7: effects start after the reduction of their action`() async {
    let journal = Journal<String>()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in journal.note("effect") }
      }
      Reduce { (_: inout Int, _: Void) in
        journal.note("rest of the body")
        return .none
      }
    }
    await store.send(()).finish()
    #expect(journal.entries == ["rest of the body", "effect"])
  }

  @Test func `7: effects are registered before the next buffered action is reduced`() async {
    let journal = Journal<Int>()
    let box = Box<Int>()
    let store = Store(initialState: [Int]()) {
      Reduce { (_: inout [Int], action: Int) -> Effect<Int> in
        journal.note(box.store?.effectsInFlight ?? -1)
        guard action == 1 else { return .none }
        return .merge(
          .send(2), .run { _ in try await never() }, .send(3), .run { _ in try await never() })
      }
    }
    box.store = store
    store.send(1)
    #expect(journal.entries == [0, 2, 2])
    await store.drain()
  }

  @Test func `7: effects' tasks are created in the order in which the effects were returned`() {
    let journal = Journal<String>()
    let executor = StepExecutor()
    @Sendable func note(_ name: String) -> Effect<Int> { .run { _ in journal.note(name) } }
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, action: Int) -> Effect<Int> in
        action == 1
          ? .merge(note("first"), .send(2), .concatenate(note("second"), note("last")))
          : note("of the buffered action")
      }
      Reduce { (_: inout Int, action: Int) -> Effect<Int> in
        action == 1 ? note("third") : .none
      }
    }
    .run(on: executor)
    store.send(1)
    #expect(executor.jobCount == 4)
    executor.run()
    #expect(journal.entries == ["first", "second", "third", "of the buffered action", "last"])
    #expect(store.effectsInFlight == 0)
  }

  @Test func `7: effects' tasks are created after the store is unlocked`() {
    let seen = Journal<Int>()
    let box = Box<Int>()
    let executor = StepExecutor {
      // Inside the lock this send would be put off.
      guard let store = box.store, store.state.count < 2 else { return }
      store.send(2)
      seen.note(store.state.count)
    }
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        return action == 1 ? .run { _ in } : .none
      }
    }
    .run(on: executor)
    box.store = store
    store.send(1)
    #expect(seen.entries == [2])
    executor.run()
    #expect(store.effectsInFlight == 0)
  }

  // MARK: 9

  @Test func `9: reducers in a body run from top to bottom on one state`() {
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
}
