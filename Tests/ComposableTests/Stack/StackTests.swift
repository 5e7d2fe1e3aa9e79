import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite("16: stacks", .leavesNothingBehind) struct StackTests {
  func makeStore(_ pages: Int...) -> StoreOf<Navigator> {
    let store = Store(initialState: Navigator.State()) {
      Navigator()
    } withDependencies: {
      $0.context = .test
    }
    for page in pages { store.send(.open(page)) }
    return store
  }

  func makeTestStore() -> TestStoreOf<Navigator> {
    TestStore(initialState: Navigator.State()) { Navigator() }
  }

  @Test("16: elements pushed by append get ids 0, 1, … in a test store, in expectations as well")
  func pushing() async {
    let store = makeTestStore()
    await store.send(.open(7)) { $0.path.append(.page(Page.State(number: 7))) }
    await store.send(\.path[id: 0].page.openNext) {
      $0.path[id: 1] = .page(Page.State(number: 8))
    }
    await store.send(\.path[id: 1].page.visit) { $0.path[id: 1, case: \.page]?.visits = 1 }
    #expect(Array(store.state.path.ids) == [0, 1])
  }

  @Test("16: a push action puts an element on top under its id, which no later one gets")
  func pushAction() async {
    let store = makeTestStore()
    await store.send(\.path.push, (id: 0, state: .settings(Worker.State()))) {
      $0.path[id: 0] = .settings(Worker.State())
    }
    await store.send(.open(1)) { $0.path[id: 1] = .page(Page.State(number: 1)) }
    await store.send(.path(.push(id: 5, state: .settings(Worker.State())))) {
      $0.path[id: 5] = .settings(Worker.State())
    }
    await store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    await store.send(.open(2)) { $0.path[id: 6] = .page(Page.State(number: 2)) }
  }

  @Test("16: an id of what was popped is given to none that comes later, in expectations as well")
  func poppedIDs() async {
    let store = makeTestStore()
    await store.send(.open(1)) { $0.path.append(.page(Page.State(number: 1))) }
    await store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }
    await store.send(.open(2)) { $0.path.append(.page(Page.State(number: 2))) }
    #expect(Array(store.state.path.ids) == [1])
  }

  @Test("16: a parent may pop by itself what a pop names; nothing is reported")
  func popByParent() {
    let store = Store(initialState: StackState<Int>([10, 20])) {
      Reduce { (state: inout StackState<Int>, action: OneStack) in
        if case .path(.popFrom(let id)) = action { state.pop(from: id) }
        return .none
      }
      .forEach(\.self, action: \.path) { Reduce { _, _ in .none } }
    } withDependencies: {
      $0.context = .test
    }
    let issues = captureIssues { store.send(.path(.popFrom(id: 1))) }
    #expect(issues.isEmpty)
    #expect(Array(store.state) == [10])
  }

  @Test("16: a path to one element's actions lets those of others pass")
  func actionPath() {
    let path = OneStack.allCasePaths.path[id: 1]
    #expect(path.extract(from: .path(.element(id: 1, action: 7))) == 7)
    #expect(path.extract(from: .path(.element(id: 2, action: 7))) == nil)
    #expect(path.extract(from: .path(.popFrom(id: 1))) == nil)
  }

  @Test("16: popFrom(id) removes the element and everything above it")
  func popFrom() async {
    let store = makeStore(1, 2, 3)
    store.send(.path(.popFrom(id: 1)))
    #expect(Array(store.state.path.ids) == [0])
  }

  @Test("16: the parent runs before a pop, and sees the element that is going to go")
  func popAfterParent() {
    let seen = Journal<Int>()
    let store = Store(initialState: StackState<Int>([10, 20])) {
      Reduce { (state: inout StackState<Int>, action: OneStack) in
        if case .path(.popFrom) = action { seen.note(state.count) }
        return .none
      }
      .forEach(\.self, action: \.path) { Reduce { _, _ in .none } }
    } withDependencies: {
      $0.context = .test
    }
    store.send(.path(.popFrom(id: 0)))
    #expect(seen.entries == [2])
    #expect(store.state.isEmpty)
  }

  @Test("16: popping cancels the effects of what is popped and of nothing else")
  func cancellation() async {
    let store = makeStore(1, 2, 3)
    let own = store.send(.start)
    let tasks = (0..<3).map { id in
      store.send(.path(.element(id: StackElementID(integerLiteral: id), action: .page(.work))))
    }
    store.send(.path(.popFrom(id: 1)))
    await tasks[1].finish()
    await tasks[2].finish()
    #expect(!tasks[0].isFinished)
    #expect(!own.isFinished)
    #expect(store.effectsInFlight == 2)
    await store.drain()
  }

  @Test("16: elements never cancel each other's effects; their parent cancels all of them")
  func elementsApart() async {
    let store = makeStore(1, 2)
    let first = store.send(.path(.element(id: 0, action: .page(.work))))
    let second = store.send(.path(.element(id: 1, action: .page(.work))))
    store.send(.path(.element(id: 1, action: .page(.stop))))
    await second.finish()
    #expect(!first.isWindingDown)
    store.send(.stop)
    await first.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test("16: an element that comes after a popped one inherits none of its effects")
  func successor() async {
    let store = makeStore(1)
    let task = store.send(.path(.element(id: 0, action: .page(.work))))
    store.send(.update { $0.path = StackState([.page(Page.State(number: 2))]) })
    await task.finish()
    #expect(Array(store.state.path.ids) == [1])
    #expect(store.effectsInFlight == 0)
  }

  @Test("16: an element whose enum changes case keeps its id and loses its effects")
  func changedCase() async {
    let store = makeStore(1)
    let task = store.send(.path(.element(id: 0, action: .page(.work))))
    store.send(.update { $0.path[id: 0] = .settings(Worker.State()) })
    await task.finish()
    #expect(Array(store.state.path.ids) == [0])
  }

  @Test("16: actions from an element's effects come back to that element")
  func effects() async {
    let store = makeTestStore()
    await store.send(.open(1)) { $0.path.append(.page(Page.State(number: 1))) }
    await store.send(.open(2)) { $0.path.append(.page(Page.State(number: 2))) }
    await store.send(\.path[id: 0].page.visitLater)
    await store.receive(\.path[id: 0].page.visit) { $0.path[id: 0, case: \.page]?.visits = 1 }
  }

  @Test("12, 16: an action, pop or push for the wrong id is reported and the parent still runs")
  func missingElement() {
    let store = makeStore(1)
    let action = captureIssues { store.send(.path(.element(id: 9, action: .page(.visit)))) }
    #expect(action.map(\.code) == [.missingElement])
    #expect(action.first?.message.contains("forEach") == true)
    let pop = captureIssues { store.send(.path(.popFrom(id: 9))) }
    #expect(pop.map(\.code) == [.missingElement])
    let push = captureIssues {
      store.send(.path(.push(id: 0, state: .settings(Worker.State()))))
    }
    #expect(push.map(\.code) == [.duplicateID])
    #expect(Array(store.state.path.ids) == [0])
    _ = captureIssues { store.send(.path(.element(id: 9, action: .page(.openNext)))) }
    #expect(store.state.path.count == 2)
  }

  @Test("35: dismiss() in a stack element pops it and everything above")
  func dismissing() async {
    let store = makeTestStore()
    await store.send(.open(1)) { $0.path.append(.page(Page.State(number: 1))) }
    await store.send(.open(2)) { $0.path.append(.page(Page.State(number: 2))) }
    await store.send(.open(3)) { $0.path.append(.page(Page.State(number: 3))) }
    await store.send(\.path[id: 1].page.close)
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    await store.finish()
    #expect(!store.isDismissed)
  }

  @Test("41: a store can be scoped to one element of a stack")
  func scoping() {
    let store = makeStore(4)
    let page = store.scope(state: \.path[id: 0, case: \.page], action: \.path[id: 0].page)
    page.send(.visit)
    #expect(page.state == Page.State(number: 4, visits: 1))
    store.send(.path(.popFrom(id: 0)))
    #expect(page.state == nil)
  }
}

@CasePathable
private enum OneStack: Sendable {
  case path(StackAction<Int, Int>)
}
