import Composable
import ComposableEffectIdentifier
import ComposableTestSupport
import ComposableTesting
import Testing

/// Starts under one plain id in `start`, cancels it in `stop`, both only if they are meant.
private struct Part: Reducer {
  struct State: Equatable, Sendable {
    var first = 0
    var second = 0
    var word = "a"
  }
  enum Action: Sendable {
    case start(Int)
    case stop(Int)
    case rename(String)
  }
  let number: Int
  var isIdentified = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    @EffectID var work
    let id: any Hashable & Sendable = isIdentified ? work : "work"
    switch action {
    case .start(number): return forever(id)
    case .stop(number): return .cancel(id: id)
    case .rename(let word):
      state.word = word
      return .none
    default: return .none
    }
  }
}

@Suite(.leavesNothingBehind, .timeLimit(.minutes(1))) struct NamespaceTests {
  /// Whether part 2's cancellation reaches part 1's effect.
  private func reaches(
    isIdentified: Bool = false, _ state: Part.State = Part.State(),
    @ReducerBuilder<Part.State, Part.Action> parts:
      (_ first: Part, _ second: Part) -> some Reducer<Part.State, Part.Action>
  ) async -> Bool {
    let store = Store(initialState: state) {
      parts(
        Part(number: 1, isIdentified: isIdentified), Part(number: 2, isIdentified: isIdentified))
    }
    let task = store.send(.start(1))
    store.send(.stop(2))
    let isReached = task.isWindingDown
    store.send(.stop(1))
    #expect(task.isWindingDown)
    await store.drain()
    return isReached
  }

  @Test("36: equal leaf ids under different namespaces differ", arguments: [false, true])
  func different(isIdentified: Bool) async {
    #expect(
      await !reaches(isIdentified: isIdentified) {
        $0.namespace("a")
        $1.namespace("b")
      })
    #expect(
      await !reaches(isIdentified: isIdentified) {
        $0.namespace(1)
        $1.namespace(UInt8(1))
      })
    #expect(
      await !reaches(isIdentified: isIdentified) {
        $0
        $1.namespace("a")
      })
  }

  @Test("36: equal leaf ids under equal namespaces are equal", arguments: [false, true])
  func equal(isIdentified: Bool) async {
    #expect(
      await reaches(isIdentified: isIdentified) {
        $0
        $1
      })
    #expect(
      await reaches(isIdentified: isIdentified) {
        $0.namespace("a")
        $1.namespace("a")
      })
    #expect(
      await reaches(isIdentified: isIdentified) {
        $0.namespace(\.word)
        $1.namespace(\.word)
      })
    #expect(
      await reaches(isIdentified: isIdentified) { first, second in
        CombineReducers {
          first
          second
        }
        .namespace("a")
      })
  }

  @Test("36: namespaces compose outer first", arguments: [false, true])
  func order(isIdentified: Bool) async {
    #expect(
      await reaches(isIdentified: isIdentified) {
        $0.namespace("inner").namespace("outer")
        $1.namespace("inner").namespace("outer")
      })
    #expect(
      await !reaches(isIdentified: isIdentified) {
        $0.namespace("inner").namespace("outer")
        $1.namespace("outer").namespace("inner")
      })
    // What cancels in the outer one reaches everything below it, not the reverse.
    #expect(
      await reaches(isIdentified: isIdentified) {
        $0.namespace("inner").namespace("outer")
        $1.namespace("outer")
      })
    #expect(
      await !reaches(isIdentified: isIdentified) {
        $0.namespace("inner").namespace("outer")
        $1.namespace("inner")
      })
  }

  @Test("36: a namespace may be a closure or a key path of the state")
  func ofState() async {
    let state = Part.State(first: 1, second: 2)
    #expect(
      await !reaches(state) {
        $0.namespace { $0.first }
        $1.namespace { $0.second }
      })
    #expect(
      await !reaches(state) {
        $0.namespace(\.first)
        $1.namespace(\.second)
      })
    #expect(
      await reaches(state) { first, second in
        CombineReducers {
          first
          second
        }
        .namespace { "\($0.first)/\($0.word)" }
      })
  }

  @Test("36: a namespace may be a key path of the dependencies, with the nearest override")
  func ofDependencies() async {
    #expect(
      await !reaches {
        $0.namespace(\.documentName).dependency(\.documentName, "one")
        $1.namespace(\.documentName).dependency(\.documentName, "two")
      })
    #expect(
      await reaches {
        $0.namespace(\.documentName).dependency(\.documentName, "one")
        $1.namespace("one")
      })
  }

  @Test("36: a dependency's namespace holds in effects of actions that other overrides send")
  func inheritedOverride() async {
    let store = Store(initialState: Part.State()) {
      CombineReducers {
        Part(number: 1)
        // Part 2 sends `stop(1)` from an effect that inherits its own override.
        Reduce<Part.State, Part.Action> { _, action in
          guard case .stop(2) = action else { return .none }
          return .run { send in await send(.stop(1)) }
        }
        .dependency(\.documentName, "two")
      }
      .namespace(\.documentName)
    } withDependencies: {
      $0.documentName = "one"
    }
    let task = store.send(.start(1))
    await store.send(.stop(2)).finish()
    #expect(task.isWindingDown)
    await store.drain()
  }

  @Test("36: a namespace changes no signature that its user sees")
  func signature() async {
    func take(_ reducer: some Reducer<Part.State, Part.Action>) -> StoreOf<Part> {
      Store(initialState: Part.State()) { reducer }
    }
    await take(Part(number: 1)).drain()
    await take(Part(number: 1).namespace("a")).drain()
    await take(Part(number: 1).namespace(\.word).namespace { $0.first }).drain()
  }

  @Test("36: an action that gives the state its namespace may start effects under it")
  func namedAndStarted() async {
    let store = Store(initialState: Part.State()) {
      CombineReducers {
        Reduce<Part.State, Part.Action> { state, action in
          guard case .start = action else { return .none }
          state.word = "b"
          return .none
        }
        Part(number: 1)
      }
      .namespace(\.word)
    }
    let issues = captureIssues {
      let task = store.send(.start(1))
      #expect(!task.isWindingDown)
      store.send(.stop(1))
      #expect(task.isWindingDown)
    }
    #expect(issues.isEmpty)
    await store.drain()
  }

  @Test(
    "36: a namespace that changes under running effects is reported once, the old one cancelled")
  func changed() async {
    let line: UInt = #line + 3
    let store = Store(initialState: Part.State()) {
      Part(number: 1)
        .namespace(\.word)
      Part(number: 2)
    }
    let task = store.send(.start(1))
    let other = store.send(.start(2))
    let issues = captureIssues {
      store.send(.rename("b"))
      store.send(.rename("b"))
      store.send(.stop(7))
    }
    #expect(issues.map(\.code) == [.changedNamespace])
    #expect(issues.first?.message.contains("from a to b") == true)
    #expect(issues.first?.site.line == line)
    #expect(task.isWindingDown)
    #expect(!other.isWindingDown)

    // Under the new one everything goes on.
    let again = store.send(.start(1))
    store.send(.stop(1))
    #expect(again.isWindingDown)
    await store.drain()
    #expect(store.effectsInFlight == 0)
  }

  @Test("36: a change made by a parent is noticed, and reported once for all that share it")
  func changedFromOutside() async {
    let store = Store(initialState: Part.State()) {
      Part(number: 1).namespace(\.word)
      Part(number: 2).namespace(\.word)
      Part(number: 3)
    }
    let tasks = [store.send(.start(1)), store.send(.start(2))]
    let issues = captureIssues { store.send(.rename("b")) }
    #expect(issues.map(\.code) == [.changedNamespace])
    #expect(tasks.allSatisfy { $0.isWindingDown })
    await store.drain()
  }

  @Test("36: a namespace may change while nothing runs under it")
  func changedAtRest() async {
    let store = Store(initialState: Part.State()) {
      Part(number: 1).namespace(\.word)
      Part(number: 2)
    }
    let other = store.send(.start(2))
    let issues = captureIssues { store.send(.rename("b")) }
    #expect(issues.isEmpty)
    #expect(!other.isWindingDown)
    await store.drain()
  }

  @Test("36: children of a changed namespace go with it, once")
  func changedAbove() async {
    let store = Store(initialState: Part.State()) {
      Part(number: 1).namespace { $0.word }.namespace(\.word).namespace("document")
    }
    let task = store.send(.start(1))
    let issues = captureIssues { store.send(.rename("b")) }
    #expect(issues.map(\.code) == [.changedNamespace])
    #expect(task.isWindingDown)
    await store.drain()
  }
}

private enum DocumentName: DependencyKey {
  static let liveValue = "untitled"
  static let testValue = "untitled"
}

extension DependencyValues {
  fileprivate var documentName: String {
    get { self[DocumentName.self] }
    set { self[DocumentName.self] = newValue }
  }
}
