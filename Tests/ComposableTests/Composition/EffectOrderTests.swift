import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@CasePathable
private enum Deed: Sendable {
  case child(Int)
  case element(IdentifiedAction<Int, Int>)
  case sheet(PresentationAction<Int>)
  case page(StackAction<Int, Int>)
  case parent
}

@Suite("9, 10: the order of children, of parents and of their effects", .leavesNothingBehind)
struct EffectOrderTests {
  let journal = Journal<String>()

  /// Runs, and says so once more in an effect.
  private var child: Reduce<Int, Int> {
    Reduce { [journal] _, action in
      journal.note(action == 0 ? "child" : "child's effect")
      return action == 0 ? .send(1) : .none
    }
  }

  /// The same, for the first action only.
  private func parent<State: Sendable>() -> Reduce<State, Deed> {
    let first = Journal<Void>()
    return Reduce { [journal] _, action in
      if case .parent = action {
        journal.note("parent's effect")
        return .none
      }
      guard first.entries.isEmpty else { return .none }
      first.note(())
      journal.note("parent")
      return .send(.parent)
    }
  }

  private func expectOrder<State: Sendable>(
    _ state: State, _ action: Deed,
    _ expected: [String] = ["child", "parent", "child's effect", "parent's effect"],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ attach: (Reduce<State, Deed>) -> some Reducer<State, Deed>
  ) {
    let before = journal.entries.count
    let store = Store(initialState: state) {
      attach(parent())
    } withDependencies: {
      $0.context = .test
    }
    store.send(action)
    #expect(journal.entries.dropFirst(before) == expected[...], sourceLocation: sourceLocation)
  }

  @Test("10: a child runs before its parent, and what it returns comes first, however it is held")
  func attachments() {
    expectOrder(Int?.some(0), .child(0)) { $0.ifLet(\.self, action: \.child) { child } }
    expectOrder(Result<Int, Never>.success(0), .child(0)) {
      $0.ifCaseLet(\.success, action: \.child) { child }
    }
    expectOrder([1: 0], .element(.element(id: 1, action: 0))) {
      $0.forEach(\.self, action: \.element) { child }
    }
    expectOrder(PresentationState(wrappedValue: 0), .sheet(.presented(0))) {
      $0.ifLet(\.self, action: \.sheet) { child }
    }
    expectOrder(StackState.numbered(0), .page(.element(id: 0, action: 0))) {
      $0.forEach(\.self, action: \.page) { child }
    }
  }

  @Test("16: a pushed element is there when its parent runs")
  func push() {
    let journal = journal
    let store = Store(initialState: StackState<Int>()) {
      Reduce { (state: inout StackState<Int>, _: Deed) in
        journal.note("\(Array(state))")
        return .none
      }
      .forEach(\.self, action: \.page) { child }
    }
    store.send(.page(.push(id: 3, state: 8)))
    #expect(journal.entries == ["[8]"])
  }

  @Test("15: an alert is still there when the parent hears its answer")
  func alert() {
    let journal = journal
    let store = Store(initialState: PresentationState(wrappedValue: AlertState<Int> { "Sure?" })) {
      Reduce { (state: inout PresentationState<AlertState<Int>>, _: Deed) in
        journal.note("\(state.wrappedValue?.title.text ?? "nothing")")
        return .none
      }
      .ifLet(\.self, action: \.sheet)
    }
    store.send(.sheet(.presented(1)))
    #expect(journal.entries == ["Sure?"])
    #expect(store.state.wrappedValue == nil)
  }

  @Test("17: what a change returns comes after what caused it")
  func onChange() {
    let journal = journal
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        guard action == 0 else {
          journal.note("\(action)")
          return .none
        }
        state += 1
        return .send(1)
      }
      .onChange(of: { $0 }) { _, _ in Reduce { _, _ in .send(2) } }
    }
    store.send(0)
    #expect(journal.entries == ["1", "2"])
  }
}
