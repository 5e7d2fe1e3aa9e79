import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("12, 13: which child an action reaches", .leavesNothingBehind) struct MissingChildTests {
  let journal = Journal<String>()

  /// The issues of one action, which the parent has to see nevertheless.
  func issues<State: Sendable, Action: Sendable>(
    _ state: State, _ action: Action,
    _ attach: (Reduce<State, Action>) -> any Reducer<State, Action>
  ) -> [ComposableIssue] {
    func run(_ reducer: some Reducer<State, Action>) -> [ComposableIssue] {
      let store = Store(initialState: state) { reducer }
      return captureIssues { store.send(action) }
    }
    let parent = Reduce<State, Action> { [journal] _, _ in
      journal.note("parent")
      return .none
    }
    return run(attach(parent))
  }

  func child<State: Sendable, Action: Sendable>() -> Reduce<State, Action> {
    Reduce { [journal] _, _ in
      journal.note("child")
      return .none
    }
  }

  /// The issue names the operator's site and the action; only the parent ran.
  func expect(_ issues: [ComposableIssue], _ code: ComposableIssue.Code, _ operation: String) {
    #expect(issues.map(\.code) == [code])
    #expect(issues.first?.message.hasPrefix(operation) == true)
    #expect(issues.first?.message.contains("touch") == true)
    let file = issues.first.map { "\($0.site.fileID)" }
    #expect(file == "ComposableTests/MissingChildTests.swift")
    #expect(journal.entries == ["parent"])
  }

  @Test("12: ifLet reports an action while its state is nil; the parent runs")
  func optional() {
    let issues = issues(Tree(), Tree.Action.child(.touch)) {
      $0.ifLet(\.child, action: \.child) { child() }
    }
    expect(issues, .missingChild, "ifLet")
  }

  @Test("12: ifCaseLet reports an action for another case; the parent runs")
  func enumCase() {
    let issues = issues(Shape.square(Shape.Square()), Shape.Action.circle(.touch)) {
      $0.ifCaseLet(\.circle, action: \.circle) { child() }
    }
    expect(issues, .missingChild, "ifCaseLet")
  }

  @Test("12: forEach reports an action for an element that is not there; the parent runs")
  func element() {
    let issues = issues(
      Tree.Child(), Tree.Child.Action.rows(.element(id: 7, action: .touch))
    ) {
      $0.forEach(\.rows, action: \.rows) { child() }
    }
    expect(issues, .missingElement, "forEach")
  }

  @Test("12: Scope over an enum reports an action for another case; its siblings run")
  func scope() {
    let issues = issues(Shape.square(Shape.Square()), Shape.Action.circle(.touch)) { parent in
      CombineReducers {
        Scope(state: \Shape.AllCasePaths.circle, action: \.circle) { child() }
        parent
      }
    }
    expect(issues, .missingChild, "Scope")
  }

  @Test("12: a presented action while nothing is presented is reported; the parent runs")
  func presentation() {
    let issues = issues(Host(), Host.Action.sheet(.presented(.touch))) {
      $0.ifLet(\.$sheet, action: \.sheet) { child() }
    }
    expect(issues, .missingChild, "ifLet")
  }

  @Test("12: a dismissal while nothing is presented is reported where the child is attached")
  func dismissal() {
    let line: UInt = #line + 2
    let issues = issues(Host(), Host.Action.sheet(.dismiss)) {
      $0.ifLet(\.$sheet, action: \.sheet) { child() as Reduce<Int, Tree.Row.Action> }
    }
    #expect(issues.map(\.code) == [.dismissWithoutChild])
    #expect(issues.map(\.site.line) == [line])
    #expect(issues.map { "\($0.site.fileID)" } == ["ComposableTests/MissingChildTests.swift"])
    #expect(journal.entries == ["parent"])
  }

  @Test("12, 16: a stack reports an action, a pop and a push for the wrong id; the parent runs")
  func stack() {
    let actions: [(Host.Action, ComposableIssue.Code)] = [
      (.pages(.element(id: 9, action: .touch)), .missingElement),
      (.pages(.popFrom(id: 9)), .missingElement),
      (.pages(.push(id: 0, state: 2)), .duplicateID),
    ]
    for (index, (action, code)) in actions.enumerated() {
      let issues = issues(Host(), action) {
        $0.forEach(\.pages, action: \.pages) { child() as Reduce<Int, Tree.Row.Action> }
      }
      #expect(issues.map(\.code) == [code])
      #expect(issues.first?.message.hasPrefix("forEach") == true)
      #expect(issues.map { "\($0.site.fileID)" } == ["ComposableTests/MissingChildTests.swift"])
      #expect(journal.entries == Array(repeating: "parent", count: index + 1))
    }
  }

  @Test("12: what the parent returns for an action that reaches no child is not lost")
  func parentEffects() {
    let missing: [Host.Action] = [
      .sheet(.presented(.touch)), .sheet(.dismiss), .pages(.element(id: 9, action: .touch)),
      .pages(.popFrom(id: 9)), .pages(.push(id: 0, state: 2)),
    ]
    for action in missing {
      let store = Store(initialState: Host()) {
        Reduce { (state: inout Host, action: Host.Action) in
          guard case .count = action else { return .send(.count) }
          state.count += 1
          return .none
        }
        .ifLet(\.$sheet, action: \.sheet) { child() as Reduce<Int, Tree.Row.Action> }
        .forEach(\.pages, action: \.pages) { child() as Reduce<Int, Tree.Row.Action> }
      }
      _ = captureIssues { store.send(action) }
      #expect(store.state.count == 1)
    }
  }

  @Test("13: an element's action runs exactly this element")
  func oneElement() {
    let store = Store(initialState: [1: 0, 2: 0, 3: 0]) {
      EmptyReducer<[Int: Int], Bookcase>()
        .forEach(\.self, action: \.books) {
          Reduce { [journal] state, action in
            journal.note("\(action)")
            state += action
            return .none
          }
        }
    }
    store.send(.books(.element(id: 2, action: 5)))
    #expect(store.state == [1: 0, 2: 5, 3: 0])
    #expect(journal.entries == ["5"])
  }
}

private struct Host: Equatable, Sendable {
  var count = 0
  @Presents var sheet: Int?
  var pages = StackState.numbered(1)

  @CasePathable enum Action: Sendable {
    case sheet(PresentationAction<Tree.Row.Action>)
    case pages(StackAction<Int, Tree.Row.Action>)
    case count
  }
}

@CasePathable
private enum Bookcase: Sendable { case books(IdentifiedAction<Int, Int>) }
