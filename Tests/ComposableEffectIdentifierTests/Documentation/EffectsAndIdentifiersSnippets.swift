import Composable
import ComposableEffectIdentifier

// The blocks of the articles "ComposableEffectIdentifier" and "Effects and identifiers".

private struct Stopwatch: Reducer {
  struct State: Sendable { var seconds = 0 }
  enum Action: Sendable { case startButtonTapped, stopButtonTapped, ticked }
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var ticking
      switch action {
      case .startButtonTapped:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: ticking, cancelInFlight: true)
      case .stopButtonTapped:
        return .cancel(id: ticking)
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

private struct Library: Sendable {
  func titles() async -> [String] { [] }
  func titles(on page: Int) async -> [String] { [] }
}

private struct Shelf: Reducer {
  struct State: Sendable { var titles: [String] = [] }
  enum Action: Sendable { case appeared, closed, loaded([String]) }
  let library = Library()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var loading
      switch action {
      case .appeared:
        return .run { send in
          await send(.loaded(await library.titles()))
        }
        .cancellable(id: loading, cancelInFlight: true)
      case .closed:
        return .cancel(id: loading)
      case .loaded(let titles):
        state.titles = titles
        return .none
      }
    }
  }
}

private struct Pages: Reducer {
  typealias State = Int
  enum Action: Sendable { case turned(Int), loaded(Int, [String]) }
  let library = Library()

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    guard case .turned(let page) = action else { return .none }
    @EffectID var loading = page
    return .run { send in await send(.loaded(page, await library.titles(on: page))) }
      .cancellable(id: loading)
  }
}

private struct Player: Sendable {
  func fadeOut() async throws {}
}

private struct Reader: Reducer {
  @EffectID private var loading
  static let playing = EffectID()
  static let introduction = EffectID("introduction")

  typealias State = Int
  enum Action: Sendable { case stop }
  let player = Player()

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    return .run { _ in
      try await player.fadeOut()
      Task.cancel(id: Reader.playing)
    }
  }
}
