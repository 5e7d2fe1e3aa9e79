import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// What `@Reducer enum Generated` below writes, by hand.
private enum Written: CaseReducer, Reducer {
  case page(Page)
  case alert(AlertState<Answer>)

  enum State: CaseReducerState, CasePathable, Equatable, Sendable {
    case page(Page.State)
    case alert(AlertState<Answer>)

    typealias StateReducer = Written

    var _isEphemeral: Bool {
      switch self {
      case .alert: true
      case .page: false
      }
    }

    struct AllCasePaths: Sendable {
      var page: CasePath<State, Page.State> {
        CasePath(
          embed: { .page($0) }, extract: { if case .page(let state) = $0 { state } else { nil } })
      }
      var alert: CasePath<State, AlertState<Answer>> {
        CasePath(
          embed: { .alert($0) }, extract: { if case .alert(let state) = $0 { state } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    var _caseIdentity: _CaseIdentity {
      switch self {
      case .page: _CaseIdentity("page")
      case .alert(let alert): _CaseIdentity("alert", payload: alert.id)
      }
    }
  }

  enum Action: CasePathable, Sendable {
    case page(Page.Action)
    case alert(Answer)

    struct AllCasePaths: Sendable {
      var page: CasePath<Action, Page.Action> {
        CasePath(
          embed: { .page($0) }, extract: { if case .page(let action) = $0 { action } else { nil } })
      }
      var alert: CasePath<Action, Answer> {
        CasePath(
          embed: { .alert($0) },
          extract: { if case .alert(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  typealias Body = _CaseReducerBody<Written>

  @ReducerBuilder<State, Action>
  static var body: some Reducer<State, Action> {
    Scope(state: \State.AllCasePaths.page, action: \Action.AllCasePaths.page) { Page() }
  }
}

@Reducer
private enum Generated {
  case page(Page)
  case alert(AlertState<Answer>)
}

extension Generated.State: Equatable {}

private enum Answer: Equatable, Sendable { case yes }

/// One child presented, and a stack of them.
private struct Host<Child: CaseReducer>: Reducer where Child.State.StateReducer == Child {
  struct State: Sendable {
    @Presents var sheet: Child.State?
    var path = StackState<Child.State>()
  }
  enum Action: CasePathable, Sendable {
    case show(Child.State)
    case sheet(PresentationAction<Child.Action>)
    case path(StackActionOf<Child>)

    struct AllCasePaths: Sendable {
      var sheet: CasePath<Action, PresentationAction<Child.Action>> {
        CasePath(
          embed: { .sheet($0) },
          extract: { if case .sheet(let action) = $0 { action } else { nil } })
      }
      var path: CasePath<Action, StackActionOf<Child>> {
        CasePath(
          embed: { .path($0) }, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .show(let child) = action else { return .none }
      state.sheet = child
      state.path.append(child)
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet)
    .forEach(\.path, action: \.path)
  }
}

extension Host.State: Equatable where Child.State: Equatable {}

@Suite(.leavesNothingBehind) struct EnumReducerTests {
  private func present<Child: CaseReducer>(
    _ child: Child.Type, page: Child.State, alert: Child.State, visit: Child.Action,
    yes: Child.Action
  ) async where Child.State: Equatable, Child.State.StateReducer == Child {
    let store = TestStore(initialState: Host<Child>.State()) { Host<Child>() }
    store.exhaustivity = .off
    await store.send(.show(page)) {
      $0.sheet = page
      $0.path = StackState([page])
    }
    let before = store.state
    await store.send(.sheet(.presented(visit)))
    await store.send(.path(.element(id: 0, action: visit)))
    #expect(store.state.sheet != before.sheet)
    #expect(store.state.path != before.path)
    await store.send(.show(alert))
    await store.send(.sheet(.presented(yes))) { $0.sheet = nil }
    #expect(store.state.path.count == 2)
  }

  @Test func `an enum of reducers can be presented and pushed`() async {
    await present(
      Generated.self, page: .page(Page.State(number: 1)), alert: .alert(AlertState { "Sure?" }),
      visit: .page(.visit), yes: .alert(.yes))
  }

  @Test func `so can one that is written by hand`() async {
    await present(
      Written.self, page: .page(Page.State(number: 1)), alert: .alert(AlertState { "Sure?" }),
      visit: .page(.visit), yes: .alert(.yes))
  }

  @Test func `an enum of reducers is a reducer like others`() {
    let store: StoreOf<Navigator.Path> = Store(
      initialState: .page(Page.State(number: 1))
    ) {
      Navigator.Path.body
    }
    store.send(.page(.visit))
    #expect(store.state == .page(Page.State(number: 1, visits: 1)))
  }
}
