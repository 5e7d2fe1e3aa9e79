import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Synchronization
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct UpdatesTests {
  enum Action: Equatable, Sendable {
    case start
    case stop
    case heard(Int)
  }

  /// Calls its followers; counts those that left.
  final class Source: Sendable {
    private struct State {
      var followers: [Int: @Sendable (Int) -> Void] = [:]
      var begun = 0
      var ended = 0
    }
    private let state = Mutex(State())

    var begun: Int { state.withLock { $0.begun } }
    var ended: Int { state.withLock { $0.ended } }

    var updates: Updates<Int> { Updates { [self] in follow($0) } }

    func follow(_ send: @escaping @Sendable (Int) -> Void) -> Updates<Int>.End {
      let id = state.withLock { state in
        state.begun += 1
        state.followers[state.begun] = send
        return state.begun
      }
      return { [self] in
        state.withLock { state in
          state.followers[id] = nil
          state.ended += 1
        }
      }
    }

    func send(_ value: Int) {
      for follower in state.withLock({ Array($0.followers.values) }) { follower(value) }
    }
  }

  struct Feature: Reducer {
    typealias State = [Int]
    typealias Action = UpdatesTests.Action
    let updates: @Sendable () -> Updates<Int>

    var body: some Reducer<[Int], Action> {
      Reduce { (state: inout [Int], action: Action) -> Effect<Action> in
        switch action {
        case .start:
          return .follow(updates) { .heard($0) }.cancellable(id: 1, cancelInFlight: true)
        case .stop:
          return .cancel(id: 1)
        case .heard(let number):
          state.append(number)
          // A follower that leaves while it receives a value.
          return number < 0 ? .cancel(id: 1) : .none
        }
      }
    }
  }

  struct Parent: Reducer {
    struct State: Sendable { var child: [Int] = [] }
    @CasePathable enum Action: Sendable { case child(UpdatesTests.Action) }
    let source: Source

    var body: some Reducer<State, Action> {
      Scope(state: \.child, action: \.child) { Feature(updates: { [source] in source.updates }) }
    }
  }

  private func makeStore(_ updates: @escaping @Sendable () -> Updates<Int>) -> StoreOf<Feature> {
    Store(initialState: []) { Feature(updates: updates) }
  }

  @Test func `a value is reduced before the source's call returns`() {
    let source = Source()
    let store = makeStore { source.updates }
    store.send(.start)
    #expect(source.begun == 1)
    #expect(store.effectsInFlight == 1)
    source.send(1)
    source.send(2)
    #expect(store.state == [1, 2])
    store.send(.stop)
  }

  @Test func `a cancelled effect ends the sending, and its action finishes`() async {
    let source = Source()
    let store = makeStore { source.updates }
    let task = store.send(.start)
    store.send(.stop)
    #expect(source.ended == 1)
    source.send(1)
    await task.finish()
    #expect(store.state == [])
    #expect(store.objectsInFlight == 0)
  }

  @Test func `an effect that is cancelled before it begins does not ask its source`() {
    let source = Source()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .start:
          .merge(
            .follow({
              Updates {
                $0(1); return nil
              }
            }) { .heard($0) },
            .follow({ source.updates }) { .heard($0) }.cancellable(id: 1))
        case .stop: .none
        case .heard: .cancel(id: 1)
        }
      }
    }
    store.send(.start)
    #expect(source.begun == 0 && source.ended == 0)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `an effect may be cancelled by the action it sends`() async {
    let source = Source()
    let store = makeStore { source.updates }
    let task = store.send(.start)
    source.send(-1)
    source.send(1)
    await task.finish()
    #expect(store.state == [-1])
    #expect(source.ended == 1)
  }

  @Test func `an effect that is cancelled while its source begins is ended afterwards`() async {
    let source = Source()
    let store = makeStore {
      Updates { send in
        send(-1)
        return source.follow(send)
      }
    }
    await store.send(.start).finish()
    #expect(store.state == [-1])
    #expect(source.ended == 1)
    #expect(store.objectsInFlight == 0)
  }

  @Test func `following again ends the former sending first`() {
    let source = Source()
    let store = makeStore { source.updates }
    store.send(.start)
    store.send(.start)
    #expect(source.begun == 2)
    #expect(source.ended == 1)
    source.send(1)
    #expect(store.state == [1])
    store.send(.stop)
  }

  @Test func `a source without further values ends the effect`() async {
    let store = makeStore {
      Updates { send in
        send(1)
        send(2)
        return nil
      }
    }
    await store.send(.start).finish()
    #expect(store.state == [1, 2])
    #expect(store.objectsInFlight == 0)
    await makeStore { .finished }.send(.start).finish()
  }

  @Test func `an effect cancelled by its own action never asks the source`() async {
    let source = Source()
    let store = Store(initialState: [Int]()) {
      Reduce { (_: inout [Int], action: Action) -> Effect<Action> in
        guard case .start = action else { return .none }
        return .merge(
          .follow({ source.updates }) { .heard($0) }.cancellable(id: 1), .cancel(id: 1))
      }
    }
    await store.send(.start).finish()
    #expect(source.begun == 0)
  }

  @Test func `the store's release ends the sending`() {
    let source = Source()
    var store: StoreOf<Feature>? = makeStore { source.updates }
    store?.send(.start)
    store = nil
    #expect(source.ended == 1)
    source.send(1)
  }

  @Test func `a test store receives the values, and their effect is in flight`() async {
    let source = Source()
    let store = TestStore(initialState: [Int]()) { Feature { source.updates } }
    await store.send(.start)
    source.send(1)
    await store.receive(.heard(1)) { $0 = [1] }
    #expect(store.effectsInFlight == 1)
    await store.send(.stop)
    await store.finish()
  }

  @Test func `a child's values reach the parent as the child's actions`() async {
    let source = Source()
    let store = Store(initialState: Parent.State()) { Parent(source: source) }
    store.send(.child(.start))
    source.send(1)
    #expect(store.state.child == [1])
    store.send(.child(.stop))
    #expect(source.ended == 1)
  }

  @Test func `iterated, the newest value waits for the reader`() async {
    let source = Source()
    var values = source.updates.makeAsyncIterator()
    source.send(1)
    source.send(2)
    #expect(await values.next() == 2)
    for await _ in Updates<Int>.finished { Issue.record("there are none") }
  }

  @Test func `threads that send and a thread that cancels do not wait for each other`() async {
    for _ in 0..<500 {
      let source = Source()
      let store = makeStore { source.updates }
      let task = store.send(.start)
      await withDiscardingTaskGroup { group in
        for number in 0..<4 { group.addTask { source.send(number) } }
        group.addTask { store.send(.stop) }
      }
      await task.finish()
      #expect(store.objectsInFlight == 0)
      #expect(source.ended == 1)
    }
  }
}
