import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct StoreScopeTests {
  func makeStore() -> StoreOf<Workshop> {
    Store(initialState: Workshop.State()) { Workshop() }
  }

  @Test func `41: a scoped store reads the parent's current state`() {
    let store = makeStore()
    let left = store.scope(state: \.left, action: \.left)
    store.send(.left(.worked(1)))
    #expect(left.state.results == [1])
    #expect(left.withState(\.results.count) == 1)
  }

  @Test func `41: sends to a scoped store are lifted to the root`() async {
    let store = makeStore()
    let left = store.scope(state: \.left, action: \.left)
    left.send(.worked(7))
    #expect(store.state.left.results == [7])
    let task = left.send(.start)
    #expect(store.effectsInFlight == 1)
    #expect(left.effectsInFlight == 1)
    store.send(.left(.stop))
    await task.finish()
    #expect(store.objectsInFlight == 0)
  }

  @Test func `41: a scoped store of a scoped store reaches the root as well`() {
    let root = Store(initialState: Room.State()) { Room() }
    let left = root.scope(state: \.workshop, action: \.workshop)
      .scope(state: \.left, action: \.left)
    left.send(.worked(3))
    #expect(root.state.workshop.left.results == [3])
    #expect(left.state.results == [3])
  }

  @Test func `41: a scoped store keeps the root alive, and the root not the scoped store`() {
    var root: StoreOf<Workshop>? = makeStore()
    weak let weakRoot = root
    var left = root?.scope(state: \.left, action: \.left)
    weak let weakLeft = left
    root = nil
    #expect(weakRoot != nil)
    left?.send(.worked(1))
    #expect(weakRoot?.state.left.results == [1])
    left = nil
    #expect(weakLeft == nil)
    #expect(weakRoot == nil)
  }

  @Test func `42: a part that is nil reads as nil, before, while and after it is there`() {
    let store = makeStore()
    let guest = store.scope(state: \.guest, action: \.guest)
    #expect(guest.state == .some(nil))
    store.send(.update { $0.guest = Worker.State(id: 5) })
    #expect(guest.state?.id == 5)
    guest.send(.finish)
    #expect(guest.state == .some(nil))
  }

  @Test func `42: a send to a part that is nil is dropped and reported where it was sent`() {
    let store = makeStore()
    let guest = store.scope(state: \.guest, action: \.guest)
    var line: UInt = 0
    var task: StoreTask?
    let issues = captureIssues {
      line = #line + 1
      task = guest.send(.worked(1))
    }
    #expect(issues.map(\.code) == [.missingScope])
    #expect(issues.first?.site.line == line)
    #expect(issues.first?.site.fileID.description == #fileID)
    #expect(issues.first?.message.contains("worked(1)") == true)
    #expect(task?.isFinished == true)
    #expect(store.state == Workshop.State())
  }

  @Test func `42: a part that came back takes sends again`() {
    let store = makeStore()
    let guest = store.scope(state: \.guest, action: \.guest)
    #expect(captureIssues { guest.send(.worked(1)) }.count == 1)
    store.send(.update { $0.guest = Worker.State() })
    #expect(captureIssues { guest.send(.worked(2)) }.isEmpty)
    #expect(store.state.guest?.results == [2])
  }
}

private struct Room: Reducer {
  @CasePathable enum Action: Sendable { case workshop(Workshop.Action) }
  struct State: Equatable, Sendable { var workshop = Workshop.State() }
  var body: some Reducer<State, Action> {
    Scope(state: \.workshop, action: \.workshop) { Workshop() }
  }
}
