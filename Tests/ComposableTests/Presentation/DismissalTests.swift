import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("14, 15, 35: dismissal", .leavesNothingBehind, .timeLimit(.minutes(1))) struct DismissalTests
{
  /// A host that does what a test says when its child is dismissed or acts.
  struct Host: Reducer {
    struct State: Equatable, Sendable {
      @Presents var sheet: Worker.State?
      @Presents var alert: AlertState<Answer>?
      @Presents var dialog: ConfirmationDialogState<Answer>?
    }
    @CasePathable enum Action: Sendable {
      case sheet(PresentationAction<Worker.Action>)
      case alert(PresentationAction<Answer>)
      case dialog(PresentationAction<Answer>)
    }
    enum Answer: Equatable, Sendable { case yes, again }

    var change: @Sendable (inout State, Action) -> Void = { _, _ in }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        change(&state, action)
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Worker() }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
    }
  }

  let journal = Journal<Int?>()

  func store(
    _ state: Host.State, _ change: @escaping @Sendable (inout Host.State, Host.Action) -> Void
  ) -> StoreOf<Host> {
    Store(initialState: state) { Host(change: change) }
  }

  @Test("14: on dismiss the parent runs first, still with the child; then the child is nil")
  func parentFirst() {
    let journal = journal
    let store = store(Host.State(sheet: Worker.State(id: 4))) { state, _ in
      journal.note(state.sheet?.id)
    }
    store.send(.sheet(.dismiss))
    #expect(journal.entries == [4])
    #expect(store.state.sheet == nil)
  }

  @Test("14: a child of another identity that the parent puts in its place stays")
  func replaced() {
    let store = store(Host.State(sheet: Worker.State(id: 1))) { state, _ in
      state.sheet = Worker.State(id: 2)
    }
    store.send(.sheet(.dismiss))
    #expect(store.state.sheet?.id == 2)
  }

  @Test("14: one of the same identity goes")
  func sameIdentity() {
    let store = store(Host.State(sheet: Worker.State(id: 1))) { state, _ in
      state.sheet = Worker.State(id: 1, isWorking: true)
    }
    store.send(.sheet(.dismiss))
    #expect(store.state.sheet == nil)
  }

  @Test("15: an alert and a dialog are nil after any of their actions")
  func ephemeral() {
    let state = Host.State(
      alert: AlertState { "Sure?" }, dialog: ConfirmationDialogState { "Which?" })
    let store = store(state) { _, _ in }
    store.send(.alert(.presented(.yes)))
    #expect(store.state.alert == nil)
    store.send(.dialog(.presented(.again)))
    #expect(store.state.dialog == nil)
  }

  @Test("15: an alert that the parent puts in an answered one's place stays, even an equal one")
  func anotherAlert() {
    let store = store(Host.State(alert: AlertState { "Sure?" })) { state, action in
      if case .alert(.presented(.again)) = action { state.alert = AlertState { "Sure?" } }
    }
    store.send(.alert(.presented(.again)))
    #expect(store.state.alert == AlertState { "Sure?" })
    store.send(.alert(.presented(.yes)))
    #expect(store.state.alert == nil)
  }

  @Test("15: a child with logic stays after its actions")
  func lasting() {
    let store = store(Host.State(sheet: Worker.State())) { _, _ in }
    store.send(.sheet(.presented(.finish)))
    #expect(store.state.sheet != nil)
  }

  @Test("35: dismiss() from a child removes it and cancels its effects")
  func dismissing() async {
    let store = Store(initialState: SmokeHost.State(destination: .child(SmokeChild.State()))) {
      SmokeHost()
    }
    await store.send(.destination(.presented(.child(.start)))).finish()
    #expect(store.state.destination == nil)
    #expect(store.effectsInFlight == 0)
    #expect(!store.isDismissed)
  }

  @Test("35: dismiss() in a root feature marks the store as dismissed")
  func root() async {
    let store = Store(initialState: SmokeChild.State()) { SmokeChild() }
    await store.send(.start).finish()
    #expect(store.isDismissed)
  }

  @Test("33: what is presented in another's place inherits none of its effects")
  func inheritance() async {
    let store = store(Host.State(sheet: Worker.State(id: 1))) { state, action in
      if case .alert = action { state.sheet = Worker.State(id: 2) }
    }
    let task = store.send(.sheet(.presented(.start)))
    _ = captureIssues { store.send(.alert(.dismiss)) }
    #expect(task.isWindingDown)
    await store.drain()
  }

  @Test("33: what a child returns as it becomes another never starts")
  func becoming() async {
    let gate = Gate()
    let child = Reduce<Worker.State, Worker.Action> { state, _ in
      state.id += 1
      return .run { _ in try await gate.wait() }
    }
    let presented = Store(initialState: PresentationState(wrappedValue: Worker.State(id: 1))) {
      EmptyReducer<PresentationState<Worker.State>, Becoming>()
        .ifLet(\.self, action: \.sheet) { child }
    }
    await presented.send(.sheet(.presented(.finish))).finish()
    let optional = Store(initialState: Worker.State?.some(Worker.State(id: 1))) {
      EmptyReducer<Worker.State?, Becoming>().ifLet(\.self, action: \.child) { child }
    }
    await optional.send(.child(.finish)).finish()
    #expect(gate.arrivals == 0)
  }

  @Test("35: dismiss() anywhere else is reported")
  func outside() async {
    let line: UInt = #line + 1
    let issues = await captureIssues { await DismissEffect()() }
    #expect(issues.map(\.code) == [.dismissOutsideEffect])
    #expect(issues.map(\.site.line) == [line])
    #expect(issues.map { "\($0.site.fileID)" } == ["ComposableTests/DismissalTests.swift"])
  }

  @Test("35: a cancelled effect dismisses nothing")
  func cancelled() async {
    let gate = Gate()
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        .run { _ in
          try? await gate.wait()
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      }
    }
    let task = store.send(())
    await gate.arrival()
    task.cancel()
    await task.finish()
    #expect(!store.isDismissed)
  }

  @Test("35: dismiss() can be replaced for a test of one feature")
  func replacedEffect() async {
    let journal = journal
    let store = Store(initialState: SmokeChild.State()) {
      SmokeChild()
    } withDependencies: {
      $0.dismiss = DismissEffect { journal.note(1) }
    }
    await store.send(.start).finish()
    #expect(journal.entries == [1])
    #expect(!store.isDismissed)
  }
}

@CasePathable
private enum Becoming: Sendable {
  case sheet(PresentationAction<Worker.Action>)
  case child(Worker.Action)
}
