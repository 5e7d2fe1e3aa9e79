import Composable
import ComposableTestSupport
import ComposableTesting
import Foundation
import Testing

/// What watches itself; its actions are its new counts.
private struct Watched: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 1
    var count = 0
  }
  let journal: Journal<String>
  var name = ""

  var body: some Reducer<State, Int> {
    Reduce { state, action in
      state.count = action
      return .none
    }
    .onAnyChange(of: \.count) { [name, journal] old, new, _ in
      journal.note("\(name)\(old)→\(new)")
      return .none
    }
  }
}

@Suite("17: onAnyChange where nothing but a child watches", .leavesNothingBehind)
struct OnAnyChangeHoldersTests {
  private let journal = Journal<String>()

  /// Changes a child's count twice, and expects both to be noticed.
  private func expectNoticed<State: Sendable, Action: Sendable>(
    _ state: State, _ embed: (Int) -> Action, sourceLocation: SourceLocation = #_sourceLocation,
    withDependencies update: ((inout DependencyValues) -> Void)? = nil,
    @ReducerBuilder<State, Action> _ reducer: () -> some Reducer<State, Action>
  ) {
    let before = journal.entries.count
    let store = Store(initialState: state, reducer: reducer, withDependencies: update)
    store.send(embed(4))
    store.send(embed(4))
    store.send(embed(6))
    #expect(journal.entries.dropFirst(before) == ["0→4", "4→6"], sourceLocation: sourceLocation)
  }

  private var child: Watched { Watched(journal: journal) }

  @Test("17: a child is noticed wherever it is")
  func holders() {
    expectNoticed(Watched.State(), Held.child) {
      Scope(state: \.self, action: \.child) { child }
    }
    expectNoticed(Watched.State?.some(Watched.State()), Held.child) {
      EmptyReducer().ifLet(\.self, action: \.child) { child }
    }
    expectNoticed(Result<Watched.State, Never>.success(Watched.State()), Held.child) {
      EmptyReducer().ifCaseLet(\.success, action: \.child) { child }
    }
    expectNoticed(
      [Watched.State()] as IdentifiedArrayOf, { Held.element(.element(id: 1, action: $0)) }
    ) {
      EmptyReducer<IdentifiedArrayOf<Watched.State>, Held>()
        .forEach(\.self, action: \.element) { child }
    }
    expectNoticed([1: Watched.State()], { Held.element(.element(id: 1, action: $0)) }) {
      EmptyReducer<[Int: Watched.State], Held>().forEach(\.self, action: \.element) { child }
    }
    expectNoticed(PresentationState(wrappedValue: Watched.State()), { Held.sheet(.presented($0)) })
    {
      EmptyReducer<PresentationState<Watched.State>, Held>()
        .ifLet(\.self, action: \.sheet) { child }
    }
    expectNoticed(
      StackState.numbered(Watched.State()), { Held.page(.element(id: 0, action: $0)) },
      withDependencies: { $0.context = .test }
    ) {
      EmptyReducer<StackState<Watched.State>, Held>().forEach(\.self, action: \.page) { child }
    }
  }

  @Test("17: it is noticed under any operator, in a body, and in a store with hooks")
  func operators() {
    let silent = _ReducerPrinter<Watched.State, Int> { _, _, _ in }
    let modified: [any Reducer<Watched.State, Int>] = [
      child.onChange(of: \.id) { _, _ in EmptyReducer() },
      child.onAnyChange(of: \.id) { _, _, _ in .none },
      child.dependency(\.uuid, .incrementing),
      child._printChanges(silent),
      Reduce(child),
      CombineReducers {
        EmptyReducer()
        child
      },
    ]
    func run(_ reducer: some Reducer<Watched.State, Int>) {
      expectNoticed(Watched.State(), { $0 }) { reducer }
    }
    for reducer in modified { run(reducer) }
    expectNoticed(
      Watched.State(), { $0 }, withDependencies: { $0.storeHooks = StoreHooks { _ in } }
    ) {
      child
    }
  }

  @Test("17: a parent with children attached is noticed itself, after them")
  func parents() {
    let store = Store(initialState: Family()) {
      Scope(state: \Family.own, action: \Family.Action.AllCasePaths.all) {
        Watched(journal: journal, name: "own ")
      }
      .ifLet(\.guest, action: \.all) { Watched(journal: journal, name: "guest ") }
      .ifLet(\.$sheet, action: \.sheet) { Watched(journal: journal, name: "sheet ") }
      .forEach(\.pages, action: \.pages) { Watched(journal: journal, name: "page ") }
      .forEach(\.rows, action: \.rows) { Watched(journal: journal, name: "row ") }
      Reduce { state, _ in
        state.sheet?.count = 1
        state.pages[id: 0]?.count = 1
        state.rows[id: 1]?.count = 1
        return .none
      }
    } withDependencies: {
      $0.context = .test
    }
    store.send(.all(1))
    #expect(journal.entries == ["row 0→1", "page 0→1", "sheet 0→1", "guest 0→1", "own 0→1"])
  }

  @Test("17: an optional child of another identity has not changed")
  func otherIdentity() {
    let store = Store(initialState: Watched.State?.some(Watched.State())) {
      Reduce { (state: inout Watched.State?, action: Held) in
        if case .replace(let id) = action { state = Watched.State(id: id, count: id) }
        return .none
      }
      .ifLet(\.self, action: \.child) { child }
    }
    store.send(.replace(7))
    #expect(journal.entries.isEmpty)
    store.send(.child(8))
    #expect(journal.entries == ["7→8"])
  }

  @Test("17: an element that was away and comes back with another value has not changed")
  func away() {
    let store = Store(initialState: [1: Watched.State()]) {
      Reduce { (state: inout [Int: Watched.State], action: Held) in
        if case .replace(let id) = action {
          state = id == 0 ? [:] : [1: Watched.State(count: id)]
        }
        return .none
      }
      .forEach(\.self, action: \.element) { child }
    }
    store.send(.replace(0))
    store.send(.replace(5))
    #expect(journal.entries.isEmpty)
    store.send(.replace(6))
    #expect(journal.entries == ["5→6"])
  }

  @Test("17, 18: what notices a change sees the nearest override")
  func dependencies() {
    let store = Store(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state = action
        return .none
      }
      .onAnyChange(of: { $0 }) { [journal] _, _, _ in
        @Dependency(\.locale) var locale
        journal.note(locale.identifier)
        return .none
      }
      .dependency(\.locale, .init(identifier: "de"))
    } withDependencies: {
      $0.locale = .init(identifier: "fr")
    }
    store.send(1)
    #expect(journal.entries == ["de"])
  }
}

@CasePathable
private enum Held: Sendable {
  case child(Int)
  case element(IdentifiedAction<Int, Int>)
  case sheet(PresentationAction<Int>)
  case page(StackAction<Watched.State, Int>)
  case replace(Int)
}

private struct Family: Sendable {
  var own = Watched.State()
  var guest: Watched.State? = Watched.State()
  @Presents var sheet: Watched.State? = Watched.State()
  var pages = StackState.numbered(Watched.State())
  var rows: IdentifiedArrayOf<Watched.State> = [Watched.State()]

  @CasePathable enum Action: Sendable {
    case all(Int)
    case sheet(PresentationAction<Int>)
    case pages(StackAction<Watched.State, Int>)
    case rows(IdentifiedAction<Int, Int>)
  }
}
