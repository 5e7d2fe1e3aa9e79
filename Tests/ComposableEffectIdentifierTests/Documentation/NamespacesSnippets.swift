import Composable
import ComposableEffectIdentifier
import Foundation

// The blocks of the article "Namespaces".

private enum Lists {
  @Reducer
  struct LonelyTimer {
    struct State: Equatable, Sendable { var seconds = 0 }
    enum Action: Equatable, Sendable { case startButtonTapped, stopButtonTapped, ticked }
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

  @Reducer
  struct ManyTimers {
    struct State: Equatable, Sendable {
      var timers: IdentifiedArrayOf<Identified<UUID, LonelyTimer.State>> = []
    }
    enum Action: Sendable {
      case timers(IdentifiedAction<UUID, LonelyTimer.Action>)
    }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
    }
  }
}

private struct Player: Reducer {
  struct State: Sendable { var documentID = 0 }
  enum Action: Sendable { case stop }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

private typealias Document = Player

private struct Players: Reducer {
  typealias State = Player.State
  typealias Action = Player.Action

  var body: some ReducerOf<Self> {
    Player().namespace("player")
    Player().namespace(\.documentID)
    Player().namespace { state in state.documentID }
    Player().namespace(\.sessionID)
    Player().namespace("left").namespace("window")
    Document().namespace(\.documentID)
  }
}

private enum SessionID: DependencyKey {
  static let liveValue = UUID()
  static let testValue = UUID()
}

extension DependencyValues {
  fileprivate var sessionID: UUID {
    get { self[SessionID.self] }
    set { self[SessionID.self] = newValue }
  }
}
