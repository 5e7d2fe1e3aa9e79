import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

/// Adds something of its own to all that another reducer returns.
private struct Around<Base: Reducer>: Reducer {
  let base: Base
  let change: @Sendable (Effect<Base.Action>) -> Effect<Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    change(base.reduce(into: &state, action: action))
  }
}

private struct Closing: Reducer {
  @Dependency(\.dismiss) var dismiss
  var body: some Reducer<Int, String> {
    Reduce { _, action in
      let close = Effect<String>.run { _ in await dismiss() }
      return switch action {
      case "merge": .merge(.run { _ in }, close)
      case "concatenate": .concatenate(.run { _ in }, close)
      default: close
      }
    }
  }
}

@Suite("23: effects on their way up", .leavesNothingBehind, .timeLimit(.minutes(1)))
struct LiftedEffectTests {
  @Test("22, 23: a concatenation keeps its id under a scope, and its parts go with it")
  func concatenation() async {
    let store = Store(initialState: 0) {
      Scope(state: \.self, action: \One.AllCasePaths.child) {
        Reduce { (_: inout Int, action: Int) in
          action == 0
            ? .cancel(id: "work")
            : .concatenate(.run { _ in try await never() }, .run { _ in try await never() })
              .cancellable(id: "work")
        }
      }
    }
    let task = store.send(.child(1))
    #expect(!task.isWindingDown)
    store.send(.child(0))
    #expect(task.isWindingDown)
    await task.finish()
  }

  @Test(
    "35: dismiss() works in every part of what a presented child returns, at any depth",
    arguments: ["run", "merge", "concatenate"])
  func dismissal(shape: String) async {
    let store = Store(initialState: PresentationState(wrappedValue: 0)) {
      Scope(state: \.self, action: \Nest.AllCasePaths.nest) {
        EmptyReducer<PresentationState<Int>, Nest.Inner>()
          .ifLet(\.self, action: \.sheet) {
            Scope(state: \.self, action: \Nest.Child.AllCasePaths.child) { Closing() }
          }
      }
    }
    await store.send(.nest(.sheet(.presented(.child(shape))))).finish()
    #expect(store.state.wrappedValue == nil)
    #expect(!store.isDismissed)
  }

  @Test(
    "27: an id that a parent gives to its child's effect is the parent's", arguments: [false, true])
  func parentsID(isConcatenation: Bool) async {
    let child = Scope(state: \Int.self, action: \One.AllCasePaths.child) {
      Reduce { (_: inout Int, action: Int) -> Effect<Int> in
        let work = Effect<Int>.run { _ in try await never() }
        return switch action {
        case 0: .cancel(id: "all")
        default: isConcatenation ? .concatenate(work, work) : work
        }
      }
    }
    let store = Store(initialState: 0) {
      Around(base: child) { $0.cancellable(id: "all") }
      Reduce { _, action in action.is(\.stop) ? .cancel(id: "all") : .none }
    }
    let task = store.send(.child(1))
    store.send(.child(0))
    #expect(!task.isWindingDown)
    store.send(.stop)
    #expect(task.isWindingDown)
    await task.finish()
  }

  @Test func `throttled by their parent, siblings' effects share one interval`() async {
    let clock = TestClock()
    let children = CombineReducers {
      Scope(state: \Pair.left, action: \Pair.Action.AllCasePaths.left) { Adding() }
      Scope(state: \Pair.right, action: \.right) { Adding() }
    }
    let store = TestStore(initialState: Pair()) {
      Around(base: children) {
        $0.throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
      }
    }
    await store.send(.left(.start))
    await store.receive(\.left.add) { $0.left = 1 }
    await store.send(.right(.start))
    await clock.advance(by: .milliseconds(999))
    #expect(store.effectsInFlight == 1, "it waits for the interval to be over")
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.right.add) { $0.right = 1 }
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `every part of what is throttled is held back`(isConcatenation: Bool) async {
    let clock = TestClock()
    let store = TestStore(initialState: [Int]()) {
      Reduce { (state: inout [Int], action: Int) -> Effect<Int> in
        state.append(action)
        guard action == 0 else { return .none }
        let parts = [1, 2].map { number in Effect<Int>.run { send in await send(number) } }
        let whole = isConcatenation ? Effect.concatenate(parts) : Effect.merge(parts)
        return whole.throttle(id: "t", for: .seconds(1), clock: clock, latest: false)
      }
    }
    await store.send(0) { $0 = [0] }
    await store.receive(1) { $0 = [0, 1] }
    await clock.advance(by: .milliseconds(999))
    #expect(store.effectsInFlight == 1, "the second part waits for the interval to be over")
    await clock.advance(by: .milliseconds(1))
    await store.receive(2) { $0 = [0, 1, 2] }
    await store.finish()
  }
}

private struct Adding: Reducer {
  @CasePathable enum Action: Sendable { case start, add }
  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      switch action {
      case .start: return .run { send in await send(.add) }
      case .add:
        state += 1
        return .none
      }
    }
  }
}

private struct Pair: Equatable, Sendable {
  var left = 0
  var right = 0
  @CasePathable enum Action: Sendable {
    case left(Adding.Action)
    case right(Adding.Action)
  }
}

@CasePathable
private enum One: Sendable {
  case child(Int)
  case stop
}

@CasePathable
private enum Nest: Sendable {
  case nest(Inner)
  @CasePathable enum Inner: Sendable { case sheet(PresentationAction<Child>) }
  @CasePathable enum Child: Sendable { case child(String) }
}
