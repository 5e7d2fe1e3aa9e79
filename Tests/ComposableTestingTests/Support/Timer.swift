import Composable
import ComposableTesting

/// A feature with a long effect, a short one and a shared value.
@Reducer
struct Timer {
  struct State: Equatable, Sendable {
    var count = 0
    var isRunning = false
    @Shared(.inMemory("total")) var total = 0
  }
  enum Action: Equatable, Sendable {
    case startButtonTapped
    case stopButtonTapped
    case ticked
    case loadButtonTapped
    case loaded(Int)
    case totalButtonTapped
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
        .cancellable(id: "timer")
      case .stopButtonTapped:
        state.isRunning = false
        return .cancel(id: "timer")
      case .ticked:
        state.count += 1
        return .none
      case .loadButtonTapped:
        return .run { send in await send(.loaded(42)) }
      case .loaded(let number):
        state.count = number
        return .none
      case .totalButtonTapped:
        state.$total.withLock { $0 += 1 }
        return .none
      }
    }
  }

  static func testStore(
    on clock: TestClock,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreOf<Timer> {
    TestStore(
      initialState: State(), reducer: { Timer() },
      withDependencies: { $0.continuousClock = clock }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
