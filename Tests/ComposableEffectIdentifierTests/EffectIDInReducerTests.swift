import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Synchronization
import Testing

/// One identifier, declared in every way a feature may declare it.
@Reducer
private struct Declarations {
  typealias State = Int
  enum Way: CaseIterable, Sendable { case local, payload, member, shared, helper }
  enum Action: Sendable {
    case start(Way)
    case stop(Way)
    /// Reads the identifier in an effect and cancels by it there.
    case stopInEffect(Way)
    /// The same effect a second time, inside the first one's task.
    case startInEffect(Way)
  }

  @EffectID var member
  static let shared = EffectID()

  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      @EffectID var local
      @EffectID var payload = state
      let id: any Hashable & Sendable =
        switch action.way {
        case .local: local
        case .payload: payload
        case .member: member
        case .shared: Self.shared
        case .helper: helper()
        }
      switch action {
      case .start: return forever(id)
      case .stop: return .cancel(id: id)
      case .stopInEffect: return .run { _ in Task.cancel(id: id) }
      case .startInEffect:
        return .run { _ in
          try await withTaskCancellation(id: id) { try await Task.sleep(for: .seconds(100_000)) }
        }
      }
    }
  }

  private func helper() -> any Hashable & Sendable {
    @EffectID var helper
    return helper
  }
}

extension Declarations.Action {
  fileprivate var way: Declarations.Way {
    switch self {
    case .start(let way), .stop(let way), .stopInEffect(let way), .startInEffect(let way): way
    }
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct EffectIDInReducerTests {
  @Test(
    "37: local, with payload, as member, shared or from a helper: each stops only what it started",
    arguments: Declarations.Way.allCases)
  private func declared(way: Declarations.Way) async {
    let store = Store(initialState: 0) { Declarations() }
    let others = Declarations.Way.allCases.filter { $0 != way }.map { store.send(.start($0)) }
    let task = store.send(.start(way))
    store.send(.stop(way))
    #expect(task.isWindingDown)
    #expect(others.allSatisfy { !$0.isWindingDown })
    await store.drain()
  }

  @Test("37: read inside an effect it is the same identifier", arguments: Declarations.Way.allCases)
  private func insideAnEffect(way: Declarations.Way) async {
    let store = Store(initialState: 0) {
      Declarations().namespace("inner").namespace("outer")
    }
    let task = store.send(.start(way))
    await store.send(.stopInEffect(way)).finish()
    #expect(task.isWindingDown)
    await store.drain()
  }

  @Test("37: a part of an effect registered by it is stopped from outside by the same identifier")
  func withTaskCancellationTest() async {
    let store = Store(initialState: 0) { Declarations().namespace("document") }
    let task = store.send(.startInEffect(.local))
    // Ends only if the cancellation reaches it: the effect registers itself when its task runs.
    while !task.isFinished {
      store.send(.stop(.local))
      await Task.yield()
    }
    #expect(store.effectsInFlight == 0)
  }

  @Test("37: a payload taken from the state makes one identifier per value")
  func payloadOfState() async {
    enum Step: Sendable { case start, stop, next }
    let store = Store(initialState: 1) {
      Reduce { (page: inout Int, step: Step) in
        @EffectID var load = page
        switch step {
        case .start: return forever(load)
        case .stop: return .cancel(id: load)
        case .next:
          page += 1
          return .none
        }
      }
    }
    let first = store.send(.start)
    store.send(.next)
    let second = store.send(.start)
    store.send(.stop)
    #expect(!first.isWindingDown)
    #expect(second.isWindingDown)
    await store.drain()
  }

  @Test("37: a parent that shares its child's identifier reaches the child's effects")
  func sharedWithParent() async {
    let store = Store(initialState: 0) {
      CombineReducers {
        Reduce { (_: inout Int, isStart: Bool) in
          isStart ? forever(Declarations.shared) : .none
        }
        .namespace("child")
        Reduce { _, isStart in isStart ? .none : .cancel(id: Declarations.shared) }
      }
    }
    let task = store.send(true)
    store.send(false)
    #expect(task.isWindingDown)
    await store.drain()
  }
}
