import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("17: onAnyChange", .leavesNothingBehind) struct OnAnyChangeTests {
  let journal = Journal<String>()

  /// A row that watches itself; its parent may change it.
  struct Row: Reducer {
    struct State: Equatable, Identifiable, Sendable {
      var id: Int
      var count = 0
    }
    let journal: Journal<String>

    var body: some Reducer<State, Worker.Action> {
      Reduce { state, action in
        if case .worked(let number) = action { state.count = number }
        if case .stop = action { return .cancel(id: "watch") }
        return .none
      }
      .onAnyChange(of: \.count) { old, new, state in
        journal.note("row \(state.id): \(old)→\(new)")
        return .run { _ in try await never() }.cancellable(id: "watch")
      }
    }
  }

  @Reducer
  struct Board {
    struct State: Equatable, Sendable {
      var left = Row.State(id: 100)
      var right = Row.State(id: 200)
      var rows: IdentifiedArrayOf<Row.State> = []
      @Presents var sheet: Row.State?
    }
    enum Action: Sendable {
      case left(Worker.Action)
      case right(Worker.Action)
      case rows(IdentifiedAction<Int, Worker.Action>)
      case sheet(PresentationAction<Worker.Action>)
      case update(@Sendable (inout State) -> Void)
    }
    let journal: Journal<String>

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.left) { Row(journal: journal) }
      Scope(state: \.right, action: \.right) { Row(journal: journal) }
      Reduce { state, action in
        switch action {
        case .update(let update): update(&state)
        case .right(.worked(let number)): state.left.count = number
        default: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row(journal: journal) }
      .ifLet(\.$sheet, action: \.sheet) { Row(journal: journal) }
    }
  }

  func makeStore(_ state: Board.State = Board.State()) -> StoreOf<Board> {
    Store(initialState: state) { Board(journal: journal) }
  }

  @Test("17: notices what the reducer, its parent and a sibling's action change")
  func anywhere() async {
    let store = makeStore()
    store.send(.left(.worked(1)))
    store.send(.update { $0.left.count = 2 })
    store.send(.right(.worked(3)))
    #expect(
      journal.entries == [
        "row 100: 0→1", "row 100: 1→2", "row 100: 2→3", "row 200: 0→3",
      ])
    await store.drain()
  }

  @Test("17: is checked once per action, after all of it")
  func once() async {
    let store = makeStore()
    store.send(
      .update {
        $0.left.count = 5
        $0.left.count = 6
        $0.right.count = 5
        $0.right.count = 0
      })
    #expect(journal.entries == ["row 100: 0→6"])
    await store.drain()
  }

  @Test("17: compares rows and presented children by who they are; a new one has not changed")
  func identities() async {
    let store = makeStore(Board.State(rows: [Row.State(id: 1), Row.State(id: 2)]))
    store.send(.update { $0.rows.swapAt(0, 1) })
    store.send(.update { $0.rows.append(Row.State(id: 3, count: 9)) })
    store.send(.update { $0.sheet = Row.State(id: 7, count: 1) })
    #expect(journal.entries.isEmpty)
    store.send(.update { $0.sheet = Row.State(id: 8, count: 2) })
    #expect(journal.entries.isEmpty)
    store.send(
      .update {
        for index in $0.rows.indices { $0.rows[index].count = 4 }
        $0.sheet?.count = 3
      })
    #expect(
      journal.entries.sorted() == [
        "row 1: 0→4", "row 2: 0→4", "row 3: 9→4", "row 8: 2→3",
      ])
    await store.drain()
  }

  @Test("17: its effects belong to the child that it is attached to")
  func effects() async {
    let store = makeStore()
    let left = store.send(.update { $0.left.count = 1 })
    let right = store.send(.update { $0.right.count = 1 })
    store.send(.left(.stop))
    await left.finish()
    #expect(!right.isWindingDown)
    store.send(.right(.stop))
    await right.finish()
  }

  @Test(
    "17: what it changes itself is not noticed again; what another watcher changes is, next time")
  func ownChanges() {
    let journal = journal
    let store = Store(initialState: [0, 0]) {
      Reduce { (state: inout [Int], action: Int) in
        if action != 0 { state[0] = action }
        return .none
      }
      .onAnyChange(of: { $0[0] }) { _, new, state in
        journal.note("first \(new)")
        state[0] = new * 10
        return .none
      }
      .onAnyChange(of: { $0[1] }) { _, new, state in
        journal.note("second \(new)")
        return .none
      }
      .onAnyChange(of: { $0[0] }) { _, new, state in
        state[1] = new
        return .none
      }
    }
    store.send(1)
    #expect(store.state == [10, 10])
    #expect(journal.entries == ["first 1"])
    store.send(0)
    #expect(journal.entries == ["first 1", "second 10"])
    store.send(0)
    #expect(journal.entries == ["first 1", "second 10"])
  }

  @Test("17: stores of one blueprint remember their own values")
  func blueprint() {
    let journal = journal
    let blueprint = StoreBlueprint {
      Reduce { (state: inout Int, action: Int) in
        state = action
        return .none
      }
      .onAnyChange(of: { $0 }) { old, new, _ in
        journal.note("\(old)→\(new)")
        return .none
      }
    }
    let first = blueprint.makeStore(initialState: 1)
    let second = blueprint.makeStore(initialState: 2)
    first.send(1)
    second.send(2)
    #expect(journal.entries.isEmpty)
    first.send(2)
    second.send(1)
    #expect(journal.entries == ["1→2", "2→1"])
  }
}
