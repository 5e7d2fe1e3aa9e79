import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

/// A timer that knows nothing of the world: no id, one effect identifier.
@Reducer
struct LonelyTimer {
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
struct ManyTimers {
  struct State: Equatable, Sendable {
    var timers: IdentifiedArrayOf<Identified<Int, LonelyTimer.State>> = [
      Identified(LonelyTimer.State(), id: 1), Identified(LonelyTimer.State(), id: 2),
    ]
    var named: [String: LonelyTimer.State] = ["a": LonelyTimer.State()]
    var document = "one"
  }
  enum Action: Equatable, Sendable {
    case timers(IdentifiedAction<Int, LonelyTimer.Action>)
    case named(IdentifiedAction<String, LonelyTimer.Action>)
    case renamed(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .renamed(let name) = action { state.document = name }
      return .none
    }
    .forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
    .forEachNamespace(\.named, action: \.named) { LonelyTimer() }
    .namespace(\.document)
  }
}

@Suite(.leavesNothingBehind) struct NamespaceTests {
  let clock = TestClock()

  @Test func `one identifier serves many timers`() async {
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

  @Test func `an element without an id that is missing is reported`() {
    let store = Store(initialState: ManyTimers.State()) { ManyTimers() }
    let issues = captureIssues { store.send(.timers(.element(id: 9, action: .stop))) }
    #expect(issues.map(\.code) == [.missingElement])
  }

  @Test func `a namespace that changes is reported once and its effects are cancelled`() async {
    let store = Store(initialState: ManyTimers.State()) {
      ManyTimers()
    } withDependencies: {
      $0.continuousClock = ContinuousClock()
    }
    let task = store.send(.timers(.element(id: 1, action: .start)))
    let issues = captureIssues {
      store.send(.renamed("two"))
      store.send(.renamed("two"))
    }
    #expect(issues.map(\.code) == [.changedNamespace])
    await task.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test(arguments: [false, true])
  func `equal ids under different namespaces differ`(areEqual: Bool) async {
    struct Pair: Sendable { var first = 0, second = 0 }
    enum Step: Sendable { case startFirst, stopSecond }
    func part(_ steps: Step) -> Reduce<Pair, Step> {
      Reduce { _, action in
        switch action {
        case .startFirst where steps == .startFirst:
          .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: "x")
        case .stopSecond where steps == .stopSecond: .cancel(id: "x")
        default: .none
        }
      }
    }
    let store = Store(initialState: Pair()) {
      if areEqual {
        CombineReducers {
          part(.startFirst)
          part(.stopSecond)
        }
        .namespace("same")
      } else {
        part(.startFirst).namespace { $0.first }
        part(.stopSecond).namespace { $0.second }
      }
    }
    let task = store.send(.startFirst)
    let other = store.send(.stopSecond)
    if areEqual { await task.finish() }
    #expect(store.effectsInFlight == (areEqual ? 0 : 1))
    await other.finish()
    await store.shutdown()
  }

  @Test func `a namespace may come from a dependency`() async {
    let store = Store(initialState: LonelyTimer.State()) {
      LonelyTimer().namespace(\DependencyValues.context.rawValue)
    } withDependencies: {
      $0.continuousClock = ContinuousClock()
    }
    let task = store.send(.start)
    store.send(.stop)
    await task.finish()
    #expect(store.effectsInFlight == 0)
  }
}
