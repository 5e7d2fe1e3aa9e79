import Composable
import ComposableTestSupport
import ComposableTesting
import Testing

private enum LevelKey: TestDependencyKey {
  static let testValue = "default"
}
extension DependencyValues {
  fileprivate var level: String {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

/// Notes the level wherever it can be read: in the reducer, in an effect, after an effect.
@Reducer
private struct Witness {
  struct State: Equatable, Sendable { var seen: [String] = [] }
  enum Action: Equatable, Sendable {
    case look
    case lookUnderOverride
    case lookAgain
    case saw(String)
  }
  @Dependency(\.level) var level

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .look:
        state.seen.append(level)
        return .run { send in await send(.saw(level)) }
      case .lookUnderOverride:
        return withDependencies {
          $0.level = "here"
        } operation: {
          .run { send in await send(.lookAgain) }
        }
      case .lookAgain:
        state.seen.append(level)
        return .run { send in await send(.saw(level)) }
      case .saw(let level):
        state.seen.append(level)
        return .none
      }
    }
  }
}

@Reducer
private struct Pair {
  struct State: Equatable, Sendable {
    var left = Witness.State()
    var right = Witness.State()
  }
  enum Action: Sendable {
    case left(Witness.Action)
    case right(Witness.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) {
      Witness().dependency(\.level, "nearest").dependency(\.level, "nearer")
    }
    Scope(state: \.right, action: \.right) { Witness() }
  }
}

@Suite(.leavesNothingBehind) struct DependencyInheritanceTests {
  private func makeStore() -> StoreOf<Pair> {
    Store(initialState: Pair.State()) {
      Pair().dependency(\.level, "near")
    } withDependencies: {
      $0.level = "store"
    }
  }

  @Test func `18: the nearest override wins at every nesting, in the reducer and its effects`()
    async
  {
    let store = makeStore()
    await store.send(.left(.look)).finish()
    #expect(store.state.left.seen == ["nearest", "nearest"])
  }

  @Test func `18: an override ends with the reducer it is attached to`() async {
    let store = makeStore()
    await store.send(.left(.look)).finish()
    await store.send(.right(.look)).finish()
    #expect(store.state.right.seen == ["near", "near"])
  }

  @Test func `18: an override may build on the one around it`() async {
    let store = Store(initialState: Witness.State()) {
      Witness().transformDependency(\.level) { $0 += "+" }.dependency(\.level, "near")
    }
    await store.send(.look).finish()
    #expect(store.state.seen == ["near+", "near+"])
  }

  private func makeWitness() -> StoreOf<Witness> {
    Store(initialState: Witness.State()) {
      Witness()
    } withDependencies: {
      $0.level = "store"
    }
  }

  @Test func `19: run inherits the overrides in force when it was returned`() async {
    let store = makeWitness()
    await store.send(.lookUnderOverride).finish()
    // First in the action it sent, then in that action's own effect.
    #expect(store.state.seen == ["here", "here"])
  }

  @Test func `19: an override in force for one effect leaves no trace in later actions`() async {
    let store = makeWitness()
    await store.send(.lookUnderOverride).finish()
    await store.send(.look).finish()
    #expect(store.state.seen == ["here", "here", "store", "store"])
  }

  @Test func `19: a reducer's own override is nearer than what an effect inherited`() async {
    let store = makeStore()
    await store.send(.right(.lookUnderOverride)).finish()
    #expect(store.state.right.seen == ["near", "near"])
  }

  @Test func `two stores in one process keep their own overrides`() async {
    let stores = ["one", "two"].map { name in
      Store(initialState: Witness.State()) {
        Witness()
      } withDependencies: {
        $0.level = name
      }
    }
    for store in stores { await store.send(.look).finish() }
    #expect(stores.map(\.state.seen) == [["one", "one"], ["two", "two"]])
    #expect(stores.map(\.dependencies.level) == ["one", "two"])
  }
}

@Suite struct WithDependenciesTests {
  @Test func `overrides reach awaited work and the tasks it starts`() async {
    await withDependencies {
      $0.level = "outer"
    } operation: {
      let child = Task { DependencyValues.current.level }
      #expect(await child.value == "outer")
      let inner = await withDependencies {
        $0.level += "+inner"
      } operation: {
        await Task.yield()
        return DependencyValues.current.level
      }
      #expect(inner == "outer+inner")
    }
    #expect(DependencyValues.current.level == "default")
  }

  @Test func `dependencies kept from elsewhere are in force again`() async {
    let kept = withDependencies {
      $0.level = "kept"
    } operation: {
      DependencyValues.current
    }
    let read: @Sendable () -> String = {
      withDependencies(from: kept) { DependencyValues.current.level }
    }
    #expect(read() == "kept")
    #expect(await Task.detached { read() }.value == "kept")
    let changed = await withDependencies(from: kept) {
      $0.level += "+"
    } operation: {
      await Task.yield()
      return DependencyValues.current.level
    }
    #expect(changed == "kept+")
  }

  @Test func `a store's dependencies are in force for code beside it`() {
    let store = Store(initialState: Witness.State()) {
      Witness()
    } withDependencies: {
      $0.level = "store"
    }
    let level = withDependencies(from: store.dependencies) { DependencyValues.current.level }
    #expect(level == "store")
  }

  @Test func `an update that throws changes nothing`() {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try withDependencies {
        $0.level = "never"
        throw Refusal()
      } operation: {
        Issue.record("The operation must not run.")
      }
    }
    #expect(DependencyValues.current.level == "default")
  }
}
