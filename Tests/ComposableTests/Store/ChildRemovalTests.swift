import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("33, 34: effects of children that go", .leavesNothingBehind)
struct ChildRemovalTests {
  func makeStore() -> StoreOf<Workshop> {
    Store(initialState: Workshop.State()) { Workshop() }
  }

  @Test("33: niling a child cancels its effects and only its")
  func nilling() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State() })
    let guest = store.send(.guest(.start))
    let own = store.send(.start)
    store.send(.guest(.finish))
    await guest.finish()
    #expect(!own.isFinished)
    await store.drain()
  }

  @Test("33: a child of another identity inherits no effects")
  func otherIdentity() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State(id: 1) })
    let task = store.send(.guest(.start))
    store.send(.update { $0.guest = Worker.State(id: 2) })
    await task.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test("34: a child replaced by itself keeps its effects")
  func sameIdentity() async {
    let store = makeStore()
    store.send(.update { $0.guest = Worker.State(id: 1) })
    let task = store.send(.guest(.start))
    store.send(
      .update {
        $0.guest = nil
        $0.guest = Worker.State(id: 1, isWorking: true)
      })
    #expect(!task.isFinished)
    await store.drain()
  }

  @Test("33, 34: removing an element cancels its effects and moving one does not")
  func removingAndMoving() async {
    let store = makeStore()
    store.send(.update { $0.rows = [Worker.State(id: 1), Worker.State(id: 2)] })
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    store.send(.update { $0.rows.swapAt(0, 1) })
    #expect(!first.isFinished)
    store.send(.rows(.element(id: 1, action: .finish)))
    await first.finish()
    #expect(!second.isFinished)
    await store.drain()
  }

  @Test("33: effects returned by the removing action never start")
  func removingAction() async {
    let gate = Gate()
    let store = Store(initialState: Int?.some(0)) {
      Reduce { (_: inout Int?, _: OneChild) in .none }
        .ifLet(\.self, action: \.child) {
          Reduce { (_: inout Int, _: Int) in .run { _ in try await gate.wait() } }
        }
      Reduce { state, _ in
        state = nil
        return .none
      }
    }
    await store.send(.child(1)).finish()
    #expect(gate.arrivals == 0)
    #expect(store.effectsInFlight == 0)
  }

  @Test("33: a dismissed child is gone with its effects")
  func dismissed() async {
    let store = makeStore()
    store.send(.update { $0.sheet = Worker.State() })
    let task = store.send(.sheet(.presented(.start)))
    store.send(.sheet(.dismiss))
    await task.finish()
    #expect(store.state.sheet == nil)
    #expect(store.effectsInFlight == 0)
  }

  @Test("12: an action for a missing child is reported and its parent still runs")
  func missing() {
    let store = makeStore()
    let guest = captureIssues { store.send(.guest(.finish)) }
    #expect(guest.map(\.code) == [.missingChild])
    let row = captureIssues { store.send(.rows(.element(id: 9, action: .stop))) }
    #expect(row.map(\.code) == [.missingElement])
    let sheet = captureIssues { store.send(.sheet(.dismiss)) }
    #expect(sheet.map(\.code) == [.dismissWithoutChild])
  }
}

extension ChildRemovalTests {
  @Test("33: an enum that changes its case loses the old case's effects; the parent's stay")
  func changedCase() async {
    let store = Store(initialState: Shape.circle(Shape.Circle())) {
      Reduce { (state: inout Shape, action: Shape.Action) in
        guard case .turn = action else { return .none }
        state = .square(Shape.Square())
        return .run { _ in try await never() }.cancellable(id: "work")
      }
      .ifCaseLet(\.circle, action: \.circle) { working() }
      .ifCaseLet(\.square, action: \.square) { working() }
    }
    let circle = store.send(.circle(.touch))
    let own = store.send(.turn)
    await circle.finish()
    #expect(!own.isFinished)
    let square = store.send(.square(.touch))
    #expect(!square.isFinished)
    await store.drain()
  }

  @Test("33: a dictionary's entry that goes takes its effects along; the parent's stay")
  func removedEntry() async {
    let store = makeStore()
    store.send(.update { $0.shelf = ["a": Worker.State(), "b": Worker.State()] })
    let first = store.send(.shelf(.element(id: "a", action: .start)))
    let second = store.send(.shelf(.element(id: "b", action: .start)))
    let own = store.send(.start)
    store.send(.update { $0.shelf["a"] = nil })
    await first.finish()
    #expect(!second.isFinished && !own.isFinished)
    await store.drain()
  }

  @Test("33: a child that goes takes the effects of its descendants along")
  func descendants() async {
    let store = Store(initialState: Navigator.State()) {
      Navigator()
    } withDependencies: {
      $0.context = .test
    }
    store.send(.open(1))
    let page = store.send(.path(.element(id: 0, action: .page(.work))))
    store.send(.update { $0.path = StackState() })
    await page.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test("34: what is removed and added again within one action keeps its effects")
  func readded() async {
    let store = makeStore()
    store.send(
      .update {
        $0.rows = [Worker.State(id: 1), Worker.State(id: 2)]
        $0.shelf = ["a": Worker.State()]
        $0.sheet = Worker.State(id: 5)
      })
    let tasks = [
      store.send(.rows(.element(id: 1, action: .start))),
      store.send(.shelf(.element(id: "a", action: .start))),
      store.send(.sheet(.presented(.start))),
    ]
    store.send(
      .update {
        $0.rows = [Worker.State(id: 2), Worker.State(id: 1, isWorking: true)]
        $0.shelf = [:]
        $0.shelf["a"] = Worker.State(isWorking: true)
        $0.sheet = nil
        $0.sheet = Worker.State(id: 5, isWorking: true)
      })
    for task in tasks { #expect(!task.isWindingDown) }
    await store.drain()
  }

  private func working<State: Sendable>() -> Reduce<State, Shape.Touch> {
    Reduce { _, _ in .run { _ in try await never() }.cancellable(id: "work") }
  }
}

@CasePathable
enum OneChild: Sendable {
  case child(Int)
}
