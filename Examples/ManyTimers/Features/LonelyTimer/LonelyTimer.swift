public import Composable
import ComposableEffectIdentifier

/// Counts backwards to zero. That is all it knows.
///
/// It has no identifier and has not heard of other timers, lists, documents, terminals or browsers;
/// it has a name, but only by courtesy. Its one effect identifier is the only one in all of
/// ManyTimers: who runs many of these side by side tells them apart by namespaces.
@Reducer
public struct LonelyTimer: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var name: String
    /// Where the timer counts from, and returns to when it is reset.
    public var duration: Duration
    /// What was left at the last look at the clock.
    public var remaining: Duration
    public var phase: Phase

    public enum Phase: Equatable, Sendable {
      case ready
      /// Time passes whether anybody looks or not: what is left is the way to the deadline.
      case running(until: Deadline)
      case stopped
      case finished
    }

    /// - Parameter remaining: less than `duration` for a timer that has run before.
    public init(name: String, duration: Duration, remaining: Duration? = nil) {
      self.name = name
      self.duration = duration
      self.remaining = min(max(remaining ?? duration, .zero), duration)
      phase =
        self.remaining == duration ? .ready : self.remaining == .zero ? .finished : .stopped
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case start
    case stop
    case reset
    case tick
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      @EffectID var timer
      switch action {
      case .start:
        guard !state.isRunning else { return .none }
        if state.phase == .finished { state.remaining = state.duration }
        let deadline = Deadline(in: state.remaining, on: clock)
        state.phase = .running(until: deadline)
        return .run { [clock] send in
          var isOver = false
          while !isOver {
            try await deadline.nextSecond(on: clock)
            // Looked at before the tick: whatever ends this loop, the reducer sees as well.
            isOver = deadline.timeLeft(on: clock) == .zero
            await send(.tick)
          }
        }
        .cancellable(id: timer)

      case .stop:
        guard case .running(let deadline) = state.phase else { return .none }
        state.remaining = deadline.timeLeft(on: clock)
        state.phase = state.remaining > .zero ? .stopped : .finished
        return .cancel(id: timer)

      case .reset:
        state.remaining = state.duration
        state.phase = .ready
        return .cancel(id: timer)

      case .tick:
        guard case .running(let deadline) = state.phase else { return .none }
        state.remaining = deadline.timeLeft(on: clock)
        if state.remaining == .zero { state.phase = .finished }
        return .none
      }
    }
  }
}

extension LonelyTimer.State {
  public var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  /// The part of the duration that is left, 0 to 1.
  public var fractionLeft: Double {
    duration > .zero ? remaining / duration : 0
  }
}
