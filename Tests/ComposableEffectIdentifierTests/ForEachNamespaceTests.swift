import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

/// A countdown that knows nothing of the world: no id, one effect identifier.
@Reducer
private struct LonelyTimer {
  struct State: Equatable, Sendable {
    var seconds = 0
  }
  enum Action: Equatable, Sendable {
    case start
    case stop
    case ticked
  }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var timer
      switch action {
      case .start:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: timer, cancelInFlight: true)
      case .stop:
        return .cancel(id: timer)
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

@Reducer
private struct ManyTimers {
  struct State: Equatable, Sendable {
    var timers: IdentifiedArrayOf<Identified<Int, LonelyTimer.State>> = [
      Identified(LonelyTimer.State(), id: 1), Identified(LonelyTimer.State(), id: 2),
    ]
    var named: [String: LonelyTimer.State] = ["a": LonelyTimer.State()]
    var seen = 0
  }
  enum Action: Equatable, Sendable {
    case timers(IdentifiedAction<Int, LonelyTimer.Action>)
    case named(IdentifiedAction<String, LonelyTimer.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .timers(.element(id: 9, _)) = action { state.seen += 1 }
      return .none
    }
    .forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
    .forEachNamespace(\.named, action: \.named) { LonelyTimer() }
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct ForEachNamespaceTests {
  @Test func `one identifier serves many timers of a feature without an id`() async {
    let clock = TestClock()
    let store = TestStore(initialState: ManyTimers.State()) {
      ManyTimers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.timers(.element(id: 1, action: .start)))
    await store.send(.timers(.element(id: 2, action: .start)))
    await store.send(.named(.element(id: "a", action: .start)))
    await store.send(.timers(.element(id: 1, action: .stop)))
    await clock.advance(by: .seconds(1))
    await store.receive(.timers(.element(id: 2, action: .ticked))) {
      $0.timers[id: 2]?.value.seconds = 1
    }
    await store.receive(.named(.element(id: "a", action: .ticked))) {
      $0.named["a"]?.seconds = 1
    }
    await store.send(.timers(.element(id: 2, action: .stop)))
    await store.send(.named(.element(id: "a", action: .stop)))
    await store.finish()
  }

  @Test func `the parent still sees an action for an element that is missing`() {
    let store = Store(initialState: ManyTimers.State()) { ManyTimers() }
    let issues = captureIssues { store.send(.timers(.element(id: 9, action: .stop))) }
    #expect(issues.map(\.code) == [.missingElement])
    #expect(store.state.seen == 1)
  }

  @Test func `removing an element cancels its effects in every form`() async {
    let store = Store(initialState: Crowd.State()) { Crowd() }
    let children: [Crowd.Child] = [.row1, .row2, .listed1, .listed2, .keyedA, .keyedB]
    let tasks = children.flatMap { [store.send($0(.start)), store.send($0(.startPlain))] }
    let left = store.send(.left(.start))
    store.send(.remove)
    #expect(tasks.allSatisfy { $0.isWindingDown })
    #expect(!left.isWindingDown)
    await store.drain()
  }

  @Test func `a namespace of an element's own state is watched in every element`() async {
    struct Rows: Reducer {
      var body: some Reducer<Crowd.State, Crowd.Action> {
        EmptyReducer()
          .forEachNamespace(\.listed, action: \.listed) { Lonely().namespace(\.name) }
      }
    }
    let store = Store(initialState: Crowd.State()) { Rows() }
    let first = store.send(Crowd.Child.listed1(.start))
    let second = store.send(Crowd.Child.listed2(.start))
    let issues = captureIssues { store.send(Crowd.Child.listed1(.rename("new"))) }
    #expect(issues.map(\.code) == [.changedNamespace])
    #expect(first.isWindingDown)
    #expect(!second.isWindingDown)
    await store.drain()
  }

  @Test func `a wrapped value keeps its id whatever the feature does to it`() {
    struct Replace: Reducer {
      func reduce(into state: inout Lonely.State, action: Lonely.Action) -> Effect<Lonely.Action> {
        state = Lonely.State(name: "replaced")
        return .none
      }
    }
    struct Rows: Reducer {
      var body: some Reducer<Crowd.State, Crowd.Action> {
        EmptyReducer().forEachNamespaced(\.listed, action: \.listed) { Replace() }
      }
    }
    let store = Store(initialState: Crowd.State()) { Rows() }
    store.send(Crowd.Child.listed2(.stop))
    #expect(store.state.listed.map(\.id) == [1, 2])
    #expect(store.state.listed[id: 2]?.name == "replaced")
  }
}
