import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// A feature with a child that works without end, to be held in every way there is.
private struct Middle: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 1
    var leaf: Int? = 0
  }
  @CasePathable enum Action: Sendable {
    case leaf(Int)
    case remove
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .remove = action { state.leaf = nil }
      return .none
    }
    .ifLet(\.leaf, action: \.leaf) {
      Reduce { _, _ in .run { _ in try await never() } }
    }
  }
}

@Suite("33: effects of grandchildren that go, however their parent is held", .leavesNothingBehind)
struct NestedRemovalTests {
  /// Starts the grandchild's effect, removes the grandchild, and expects its effect to be cancelled.
  private func expectCancelled<State: Sendable, Action: Sendable>(
    _ state: State, _ embed: (Middle.Action) -> Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    withDependencies update: ((inout DependencyValues) -> Void)? = nil,
    @ReducerBuilder<State, Action> _ reducer: () -> some Reducer<State, Action>
  ) async {
    let store = Store(initialState: state, reducer: reducer, withDependencies: update)
    let issues = captureIssues {
      let leaf = store.send(embed(.leaf(0)))
      #expect(!leaf.isWindingDown, sourceLocation: sourceLocation)
      store.send(embed(.remove))
      #expect(leaf.isWindingDown, sourceLocation: sourceLocation)
    }
    #expect(issues.isEmpty, sourceLocation: sourceLocation)
    await store.drain()
  }

  @Test("33: under Scope, also around what Reduce holds")
  func scope() async {
    await expectCancelled(Middle.State(), Held.middle) {
      Scope(state: \.self, action: \.middle) { Middle() }
    }
    await expectCancelled(Middle.State(), Held.middle) {
      Scope(state: \.self, action: \.middle) { Reduce(Middle()) }
    }
  }

  @Test("33: under ifLet and ifCaseLet")
  func optionals() async {
    await expectCancelled(Middle.State?.some(Middle.State()), Held.middle) {
      EmptyReducer().ifLet(\.self, action: \.middle) { Middle() }
    }
    await expectCancelled(Result<Middle.State, Never>.success(Middle.State()), Held.middle) {
      EmptyReducer().ifCaseLet(\.success, action: \.middle) { Middle() }
    }
  }

  @Test("33: in lists and dictionaries")
  func elements() async {
    await expectCancelled(
      [Middle.State()] as IdentifiedArrayOf, { Held.element(.element(id: 1, action: $0)) }
    ) {
      EmptyReducer<IdentifiedArrayOf<Middle.State>, Held>()
        .forEach(\.self, action: \.element) { Middle() }
    }
    await expectCancelled([1: Middle.State()], { Held.element(.element(id: 1, action: $0)) }) {
      EmptyReducer<[Int: Middle.State], Held>().forEach(\.self, action: \.element) { Middle() }
    }
  }

  @Test("33: presented")
  func presentation() async {
    await expectCancelled(
      PresentationState(wrappedValue: Middle.State()), { Held.presented(.presented($0)) }
    ) {
      EmptyReducer<PresentationState<Middle.State>, Held>()
        .ifLet(\.self, action: \.presented) { Middle() }
    }
  }

  @Test("33: in a stack")
  func stack() async {
    await expectCancelled(
      StackState.numbered(Middle.State()), { Held.page(.element(id: 0, action: $0)) },
      withDependencies: { $0.context = .test }
    ) {
      EmptyReducer<StackState<Middle.State>, Held>()
        .forEach(\.self, action: \.page) { Middle() }
    }
  }

  @Test("33: whose parent has other children attached after it, of every kind")
  func attached() async {
    await expectCancelled(Family(), Family.Action.middle) {
      Scope(state: \Family.middle, action: \Family.Action.AllCasePaths.middle) { Middle() }
        .ifLet(\.guest, action: \.guest) { Middle() }
        .ifLet(\.$sheet, action: \.sheet) { Middle() }
        .forEach(\.pages, action: \.pages) { Middle() }
    }
  }

  @Test("33: whose parent is modified by any operator")
  func operators() async {
    let silent = _ReducerPrinter<Middle.State, Middle.Action> { _, _, _ in }
    let modified: [any Reducer<Middle.State, Middle.Action>] = [
      Middle().onChange(of: \.leaf) { _, _ in EmptyReducer() },
      Middle().onAnyChange(of: \.leaf) { _, _, _ in .none },
      Middle().dependency(\.uuid, .incrementing),
      Middle().transformDependency(\.self) { $0.uuid = .incrementing },
      Middle()._printChanges(silent),
      Reduce(Middle()),
      CombineReducers { Middle() },
    ]
    func run(_ reducer: some Reducer<Middle.State, Middle.Action>) async {
      await expectCancelled(Middle.State(), { $0 }) { reducer }
    }
    for reducer in modified { await run(reducer) }
  }

  @Test("33: in a store with hooks")
  func hooks() async {
    await expectCancelled(
      Middle.State(), { $0 }, withDependencies: { $0.storeHooks = StoreHooks { _ in } }
    ) {
      Middle()
    }
  }
}

@CasePathable
private enum Held: Sendable {
  case middle(Middle.Action)
  case element(IdentifiedAction<Int, Middle.Action>)
  case presented(PresentationAction<Middle.Action>)
  case page(StackAction<Middle.State, Middle.Action>)
}

private struct Family: Sendable {
  var middle = Middle.State()
  var guest: Middle.State?
  @Presents var sheet: Middle.State?
  var pages = StackState<Middle.State>()

  @CasePathable enum Action: Sendable {
    case middle(Middle.Action)
    case guest(Middle.Action)
    case sheet(PresentationAction<Middle.Action>)
    case pages(StackAction<Middle.State, Middle.Action>)
  }
}
