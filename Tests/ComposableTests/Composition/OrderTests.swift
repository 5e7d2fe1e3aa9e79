import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("9–11: the order of reducers", .leavesNothingBehind) struct OrderTests {
  let journal = Journal<String>()

  /// Says its name when it runs.
  func named<State: Sendable, Action: Sendable>(
    _ name: String, _ change: @escaping @Sendable (inout State) -> Void = { _ in }
  ) -> Reduce<State, Action> {
    Reduce { [journal] state, _ in
      journal.note(name)
      change(&state)
      return .none
    }
  }

  @Test(
    "9: reducers in a body run top to bottom on the same state; effects are merged in that order")
  func body() {
    let store = Store(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) in
        state.append(action)
        return action == 0 ? .merge(.send(1), .send(2)) : .none
      }
      Reduce { state, action in
        state.append(state.count * 100)
        return action == 0 ? .send(3) : .none
      }
    }
    store.send(0)
    #expect(store.state == [0, 100, 1, 300, 2, 500, 3, 700])
  }

  @Test("10: a child runs before its parent, at any depth")
  func depth() {
    let store = Store(initialState: Tree(child: Tree.Child(rows: [Tree.Row(id: 1)]))) {
      CombineReducers { named("root") as Reduce<Tree, Tree.Action> }
        .ifLet(\.child, action: \.child) {
          CombineReducers { named("child") as Reduce<Tree.Child, Tree.Child.Action> }
            .forEach(\.rows, action: \.rows) { named("row") }
        }
    }
    store.send(.child(.rows(.element(id: 1, action: .touch))))
    #expect(journal.entries == ["row", "child", "root"])
  }

  @Test("10: of two attached children the last attached runs first")
  func lastAttached() {
    let store = Store(initialState: Tree(child: Tree.Child(), sibling: Tree.Child())) {
      CombineReducers { named("root") as Reduce<Tree, Tree.Action> }
        .ifLet(\.child, action: \.child) { named("first") }
        .ifLet(\.sibling, action: \.child) { named("last") }
    }
    store.send(.child(.touch))
    #expect(journal.entries == ["last", "first", "root"])
  }

  @Test("10: ifCaseLet runs the case's reducer before the enum's")
  func cases() {
    let store = Store(initialState: Shape.circle(Shape.Circle())) {
      CombineReducers { named("enum") as Reduce<Shape, Shape.Action> }
        .ifCaseLet(\.circle, action: \.circle) { named("case") }
    }
    store.send(.circle(.touch))
    #expect(journal.entries == ["case", "enum"])
  }

  @Test("11: a parent sees what its child did and may nil it in the same action")
  func parentReplacesChild() {
    let journal = journal
    let store = Store(initialState: Tree(child: Tree.Child())) {
      Reduce { (state: inout Tree, _: Tree.Action) in
        journal.note("\(state.child?.touches ?? -1)")
        state.child = nil
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Reduce { state, _ in
          state.touches += 1
          return .none
        }
      }
    }
    store.send(.child(.touch))
    #expect(journal.entries == ["1"])
    #expect(store.state.child == nil)
  }

  @Test("11: a parent may replace a row in the same action")
  func parentReplacesRow() {
    let store = Store(initialState: Tree.Child(rows: [Tree.Row(id: 1)])) {
      Reduce { (state: inout Tree.Child, _: Tree.Child.Action) in
        state.touches = state.rows[id: 1]?.touches ?? -1
        state.rows[id: 1] = Tree.Row(id: 1, touches: 50)
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce { state, _ in
          state.touches += 1
          return .none
        }
      }
    }
    store.send(.rows(.element(id: 1, action: .touch)))
    #expect(store.state.touches == 1)
    #expect(store.state.rows[id: 1]?.touches == 50)
  }
}

struct Tree: Equatable, Sendable {
  var child: Child?
  var sibling: Child?

  struct Child: Equatable, Sendable {
    var touches = 0
    var rows: IdentifiedArrayOf<Row> = []

    @CasePathable enum Action: Sendable {
      case touch
      case rows(IdentifiedAction<Int, Row.Action>)
    }
  }
  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var touches = 0

    @CasePathable enum Action: Sendable { case touch }
  }
  @CasePathable enum Action: Sendable { case child(Child.Action) }
}

@CasePathable
enum Shape: Equatable, Sendable {
  case circle(Circle)
  case square(Square)

  struct Circle: Equatable, Sendable { var touches = 0 }
  struct Square: Equatable, Sendable { var touches = 0 }
  @CasePathable enum Touch: Sendable { case touch }
  @CasePathable enum Action: Sendable {
    case circle(Touch)
    case square(Touch)
    case turn
  }
}
