import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Synchronization
import Testing

/// Real threads on real stores. What they do is not ordered among them, so only what holds in
/// every order is asserted: nothing is lost, nothing is doubled, every sender's order is kept.
@Suite(.timeLimit(.minutes(1)), .leavesNothingBehind) struct StoreStressTests {
  @Test func `sends from many threads keep each sender's order and lose nothing`() async {
    let store = Store(initialState: Arrivals()) {
      Reduce { (state: inout Arrivals, action: Arrival) in
        state.note(action)
        return action.number.isMultiple(of: 2) ? .none : .send(Arrival(sender: -1, number: 0))
      }
    }
    await onThreads(8) { sender in
      for number in 0..<500 { store.send(Arrival(sender: sender, number: number)) }
    }
    #expect(store.state.outOfOrder == 0)
    #expect(store.state.next == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, 500) }))
    #expect(store.state.fedBack == 8 * 250)
  }

  @Test func `a reader sees a whole state while others send`() async {
    struct Pair: Sendable {
      var left = 0
      var right = 0
    }
    let store = Store(initialState: Pair()) {
      Reduce { (state: inout Pair, _: Int) in
        state.left += 1
        state.right += 1
        return .none
      }
    }
    let torn = Locked(0)
    await onThreads(8) { thread in
      for number in 0..<2_000 {
        if thread.isMultiple(of: 2) {
          store.send(number)
        } else if store.withState({ $0.left != $0.right }) {
          torn.withLock { $0 += 1 }
        }
      }
    }
    #expect(torn.withLock { $0 } == 0)
    #expect(store.withState(\.left) == 4 * 2_000)
  }

  @Test func `effects of many threads deliver everything exactly once`() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Count) in
        switch action {
        case .start(let count):
          return .run { send in for _ in 0..<count { await send(.counted) } }
        case .counted:
          state += 1
          return .none
        }
      }
    }
    await onThreads(8) { _ in for _ in 0..<25 { store.send(.start(10)) } }
    await store.idle()
    #expect(store.state == 8 * 25 * 10)
    #expect(store.backend.control.isAtRest)
  }

  enum Count: Sendable { case start(Int), counted }

  @Test func `starting and cancelling from many threads leaves no effect behind`() async {
    let begun = Atomic(0)
    let ended = Atomic(0)
    let store = Store(initialState: Workers.State()) {
      Workers(
        work: {
          begun.wrappingAdd(1, ordering: .relaxed)
          defer { ended.wrappingAdd(1, ordering: .relaxed) }
          try await never()
        })
    }
    await onThreads(8) { thread in
      for round in 0..<60 {
        let row = (thread + round) % 4
        let task = store.send(.rows(.element(id: row, action: .start(round % 3))))
        switch round % 5 {
        case 0: store.send(.rows(.element(id: row, action: .stop(round % 3))))
        case 1: store.send(.stopAll(round % 3))
        case 2: task.cancel()
        case 3: store.send(.readd(row))
        default: if round % 20 == 4 { store.cancelAll() }
        }
      }
    }
    store.cancelAll()
    await store.idle()
    #expect(store.backend.control.isAtRest)
    #expect(begun.load(ordering: .relaxed) == ended.load(ordering: .relaxed))
  }

  @Test func `finish returns to every thread that waits, and nothing of its action is left`() async
  {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) -> Effect<Int> in
        state += 1
        if action == 0 { return .none }
        return .concatenate(
          .run { send in await send(action - 1) },
          .merge(.run { send in await send(0) }, .send(0)))
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let task = store.send(3)
          await task.finish()
          #expect(task.isFinished)
        }
      }
    }
    // 3, 2, 1 each feed themselves and two zeros; the last zero is fed by 1.
    #expect(store.state == 40 * (4 + 2 * 3))
    #expect(store.backend.control.isAtRest)
  }

  @Test func `stores released under their senders and effects deliver nothing more`() async {
    let late = Atomic(0)
    await onThreads(8) { _ in
      for round in 0..<40 {
        let isReleased = Flag()
        var store: Store<Int, Int>? = Store(initialState: 0) {
          Reduce { (state: inout Int, action: Int) in
            if isReleased.isSet { late.wrappingAdd(1, ordering: .relaxed) }
            state += action
            if action > 0 { return .none }
            return .run { send in while !Task.isCancelled { await send(1) } }
          }
        }
        store?.send(0)
        if round.isMultiple(of: 2) { store?.send(0) }
        store = nil
        isReleased.set()
      }
    }
    #expect(late.load(ordering: .relaxed) == 0)
  }

  @Test func `observers of many threads see the newest value last and never an older one`() async {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, _: Void) in
        state += 1
        return .none
      }
    }
    let seen = Locked([Int]())
    let observation = store.observe({ $0 }) { value in seen.withLock { $0.append(value) } }
    await onThreads(4) { thread in
      for round in 0..<300 {
        store.send(())
        if round % 50 == thread { store.observe {}.cancel() }
      }
    }
    observation.cancel()
    #expect(seen.withLock { $0.max() } == 1_200)
    #expect(seen.withLock { Set($0).count == $0.count })
  }

  @Test func `a stream of changes ends with its store, no matter which task releases it`() async {
    await withTaskGroup(of: UInt64.self) { group in
      for _ in 0..<16 {
        let store = Store(initialState: 0) { Reduce { (_: inout Int, _: Void) in .none } }
        let changes = store.changes
        let begun = Gate()
        group.addTask {
          var last: UInt64 = 0
          var iterator = changes.makeAsyncIterator()
          begun.open()
          while let revision = await iterator.next() { last = max(last, revision) }
          return last
        }
        group.addTask {
          try? await begun.wait()
          for _ in 0..<50 { store.send(()) }
          return 0
        }
      }
      for await last in group { #expect(last <= 50) }
    }
  }
}

// MARK: Support

private struct Arrival: Sendable {
  let sender: Int
  let number: Int
}

private struct Arrivals: Sendable {
  var next: [Int: Int] = [:]
  var fedBack = 0
  var outOfOrder = 0

  mutating func note(_ arrival: Arrival) {
    guard arrival.sender >= 0 else {
      fedBack += 1
      return
    }
    if next[arrival.sender, default: 0] != arrival.number { outOfOrder += 1 }
    next[arrival.sender] = arrival.number + 1
  }
}

private struct Workers: Reducer {
  struct State: Sendable {
    var rows = IdentifiedArrayOf<Row>(uniqueElements: (0..<4).map { Row(id: $0) })
  }
  struct Row: Identifiable, Sendable { let id: Int }
  @CasePathable enum Action: Sendable {
    case rows(IdentifiedAction<Int, RowAction>)
    case stopAll(Int)
    case readd(Int)
  }
  enum RowAction: Sendable { case start(Int), stop(Int) }

  let work: @Sendable () async throws -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows: return .none
      case .stopAll(let id): return .cancel(id: id)
      case .readd(let id):
        // Gone for one action, so that its effects are cancelled.
        if state.rows.remove(id: id) != nil { return .send(.readd(id)) }
        state.rows.append(Row(id: id))
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Reduce { (_: inout Row, action: RowAction) in
        switch action {
        case .start(let id):
          return .concatenate(
            .merge(.run { _ in try await work() }, .run { _ in try await work() }),
            .run { _ in try await work() }
          )
          .cancellable(id: id, cancelInFlight: id == 2)
        case .stop(let id): return .cancel(id: id)
        }
      }
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// Runs `work` on so many threads of its own at once, and returns when all are done.
private func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for index in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            work(index)
            continuation.resume()
          }
        }
      }
    }
  }
}
