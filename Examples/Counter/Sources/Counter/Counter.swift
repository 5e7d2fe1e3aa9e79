import Composable
import ComposableEffectIdentifier

@Reducer
struct Counter {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case start, stop, tick }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var timer
      switch action {
      case .start:
        return .run { [clock] send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: timer, cancelInFlight: true)
      case .stop:
        return .cancel(id: timer)
      case .tick:
        state.count += 1
        return .none
      }
    }
  }
}
