import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind) struct PresentationTests {
  typealias Destination = SmokeParent.Destination

  func makeStore(_ destination: Destination.State?) -> TestStoreOf<SmokeHost> {
    TestStore(initialState: SmokeHost.State(destination: destination)) { SmokeHost() }
  }

  @Test func `a child that dismisses itself is removed after its parent ran`() async {
    let store = makeStore(.child(SmokeChild.State()))
    await store.send(.destination(.presented(.child(.start))))
    await store.receive(\.destination.child.increment) {
      $0.destination = .child(SmokeChild.State(count: 1))
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
  }

  @Test func `an alert is gone after any of its actions`() async {
    let store = makeStore(.alert(AlertState { "Sure?" }))
    await store.send(.destination(.presented(.alert(.yes)))) { $0.destination = nil }
  }

  @Test func `a parent may put another child in a dismissed one's place`() async {
    let store = makeStore(.child(SmokeChild.State(id: 1)))
    store.exhaustivity = .off
    await store.send(.replaceOnDismiss)
    await store.send(.destination(.dismiss)) {
      $0.destination = .child(SmokeChild.State(id: 2))
    }
  }

  @Test func `dismiss in a root feature marks the store`() async {
    let store = Store(initialState: SmokeChild.State()) { SmokeChild() }
    await store.send(.start).finish()
    #expect(store.isDismissed)
  }

  @Test func `alerts are equal when they say the same`() {
    func alert(_ title: String) -> AlertState<Int> {
      AlertState {
        TextState(title)
      } actions: {
        ButtonState(role: .destructive, action: 1) { "Delete" }
        ButtonState(role: .cancel) { "Keep" }
      } message: {
        "It cannot be undone."
      }
    }
    #expect(alert("Delete?") == alert("Delete?"))
    #expect(alert("Delete?") != alert("Remove?"))
    #expect(alert("Delete?").buttons.map(\.label.text) == ["Delete", "Keep"])
  }

  @Test func `presentation state is a value`() {
    var first = SmokeHost.State(destination: .child(SmokeChild.State()))
    let second = first
    first.destination = .child(SmokeChild.State(count: 9))
    #expect(second.destination == .child(SmokeChild.State()))
  }
}

@Reducer
struct SmokeHost {
  @ObservableState
  struct State: Equatable, Sendable {
    @Presents var destination: SmokeParent.Destination.State?
    var replaces = false
  }
  enum Action: Sendable {
    case destination(PresentationAction<SmokeParent.Destination.Action>)
    case replaceOnDismiss
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .replaceOnDismiss:
        state.replaces = true
      case .destination(.dismiss) where state.replaces:
        state.destination = .child(SmokeChild.State(id: 2))
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

  @Test func `messages keep everything when their actions are lifted`() {
    enum Parent: Equatable { case child(Int) }
    let buttons: [ButtonState<Int>] = [
      ButtonState(role: .destructive, action: 1) { "Delete" },
      ButtonState(role: .cancel) { "Keep" },
      ButtonState(action: 2) { "Archive" },
    ]
    let lifted: [ButtonState<Parent>] = [
      ButtonState(role: .destructive, action: .child(1)) { "Delete" },
      ButtonState(role: .cancel) { "Keep" },
      ButtonState(action: .child(2)) { "Archive" },
    ]
    let alert = AlertState<Int> {
      "Delete?"
    } actions: {
      for button in buttons { button }
    } message: {
      "For good."
    }
    let expected = AlertState<Parent> {
      "Delete?"
    } actions: {
      for button in lifted { button }
    } message: {
      "For good."
    }
    #expect(alert.map(Parent.child) == expected)
    for visibility in [ConfirmationDialogState<Int>.Visibility.automatic, .hidden, .visible] {
      let dialog = ConfirmationDialogState<Int>(titleVisibility: visibility) {
        "Delete?"
      } actions: {
        for button in buttons { button }
      }
      let mapped = dialog.map(Parent.child)
      #expect(mapped.buttons == lifted)
      #expect("\(mapped.titleVisibility)" == "\(visibility)")
    }
  }

  @Test func `alerts with other messages differ`() {
    let first = AlertState<Int> {
      "Sure?"
    } message: {
      "One."
    }
    let second = AlertState<Int> {
      "Sure?"
    } message: {
      "Two."
    }
    #expect(first != second)
  }
}
