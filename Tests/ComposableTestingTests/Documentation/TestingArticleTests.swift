import Composable
import ComposableTesting
import Testing

/// What the article "Testing" shows, compiled and run. Keep the two alike.
@Suite(.leavesNothing) struct TestingArticleTests {
  @Test func counting() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.ticked) { $0.seconds = 1 }
    await store.receive(\.ticked) { $0.seconds = 2 }
    await store.send(.stopButtonTapped) { $0.isRunning = false }
    await store.finish()
  }

  @Test func `expecting actions`() async {
    for way in 0..<5 {
      let store = TestStore(initialState: Greeting.State()) { Greeting() }
      await store.send(.loadButtonTapped)
      switch way {
      case 0: await store.receive(.loaded("Hello")) { $0.text = "Hello" }
      case 1: await store.receive(\.loaded) { $0.text = "Hello" }
      case 2: await store.receive(\.loaded, "Hello") { $0.text = "Hello" }
      case 3: await store.receive({ $0.is(\.loaded) }, assert: { $0.text = "Hello" })
      default: await store.receive(\.loaded, timeout: .seconds(5)) { $0.text = "Hello" }
      }
    }
  }

  @Test func `testing only what matters`() async {
    let store = TestStore(initialState: App.State()) { App() }
    store.exhaustivity = .off
    await store.send(.signInButtonTapped)
    await store.receive(\.home.loaded) { $0.home.rows = 3 }
  }

  @Test func `shared state and misuse on purpose`() async {
    let store = TestStore(initialState: Totals.State()) { Totals() }
    await store.send(.addButtonTapped) { $0.$total.withLock { $0 = 1 } }
    let issues = await captureIssues {
      await store.send(.rows(.element(id: 7, action: .deleteButtonTapped)))
    }
    #expect(issues.map(\.code) == [.missingElement])
  }
}

@Reducer
private struct Stopwatch {
  struct State: Equatable, Sendable {
    var seconds = 0
    var isRunning = false
  }
  enum Action: Sendable {
    case startButtonTapped
    case stopButtonTapped
    case ticked
  }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: "seconds")
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: "seconds")
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Greeting {
  struct State: Equatable, Sendable {
    var text = ""
  }
  enum Action: Equatable, Sendable {
    case loadButtonTapped
    case loaded(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadButtonTapped:
        return .run { send in await send(.loaded("Hello")) }
      case .loaded(let text):
        state.text = text
        return .none
      }
    }
  }
}

@Reducer
private struct Home {
  struct State: Equatable, Sendable {
    var rows = 0
    var isShown = false
  }
  enum Action: Sendable {
    case shown
    case loaded(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shown:
        state.isShown = true
        return .run { send in await send(.loaded(3)) }
      case .loaded(let rows):
        state.rows = rows
        return .none
      }
    }
  }
}

@Reducer
private struct App {
  struct State: Equatable, Sendable {
    var home = Home.State()
    var isSignedIn = false
  }
  enum Action: Sendable {
    case signInButtonTapped
    case home(Home.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.home, action: \.home) { Home() }
    Reduce { state, action in
      guard case .signInButtonTapped = action else { return .none }
      state.isSignedIn = true
      return .send(.home(.shown))
    }
  }
}

@Reducer
private struct Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
  }
  enum Action: Sendable { case deleteButtonTapped }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Totals {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("total")) var total = 0
    var rows: IdentifiedArrayOf<Row.State> = []
  }
  enum Action: Sendable {
    case addButtonTapped
    case rows(IdentifiedActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .addButtonTapped = action else { return .none }
      state.$total.withLock { $0 += 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}
