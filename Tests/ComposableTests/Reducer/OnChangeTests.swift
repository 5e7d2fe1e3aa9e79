import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("17: onChange", .leavesNothingBehind) struct OnChangeTests {
  enum Action: Sendable { case set(Int), start }

  func makeStore(_ journal: Journal<String>) -> Store<Int, Action> {
    Store(initialState: 0) {
      Reduce { (state: inout Int, action: Action) in
        switch action {
        case .set(let number):
          state = number
          return .none
        case .start:
          return .run { _ in try await never() }.cancellable(id: "work")
        }
      }
      .onChange(of: { $0 }) { old, new in
        Reduce { _, _ in
          journal.note("\(old)→\(new)")
          return .cancel(id: "work")
        }
      }
    }
  }

  @Test("17: onChange runs after the wrapped reducer iff the value differs, with both values")
  func change() {
    let journal = Journal<String>()
    let store = makeStore(journal)
    store.send(.set(1))
    store.send(.set(1))
    store.send(.set(3))
    #expect(journal.entries == ["0→1", "1→3"])
  }

  @Test("17: changes that others make are not onChange's")
  func elsewhere() {
    let journal = Journal<String>()
    let store = Store(initialState: 0) {
      EmptyReducer<Int, Int>()
        .onChange(of: { $0 }) { old, new in
          Reduce { _, _ in
            journal.note("\(old)→\(new)")
            return .none
          }
        }
      Reduce { state, action in
        state = action
        return .none
      }
    }
    store.send(4)
    #expect(journal.entries.isEmpty)
  }

  @Test func `an effect of a change reaches the base's effects`() async {
    let store = makeStore(Journal())
    let task = store.send(.start)
    store.send(.set(1))
    await task.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `effects on one part cancel nothing of another`() async {
    let store = Store(initialState: Workshop.State()) {
      Scope(state: \.left, action: \.left) { Worker() }
        .onChange(of: \.left) { _, _ in
          Scope(state: \.guest, action: \Workshop.Action.AllCasePaths.left) { EmptyReducer() }
          Scope(state: \.right, action: \.left) {
            Reduce { _, _ in .cancel(id: "work") }
          }
        }
    }
    let left = store.send(.left(.start))
    store.send(.left(.worked(1)))
    #expect(!left.isWindingDown)
    await store.drain()
  }
}
