import Composable
import ComposableEffectIdentifier

extension ComposableBenchmarks {
  /// Declaring a plain `@EffectID` and reading it, as a reducer's closure does on every action.
  static func effectID() -> Double {
    cheapest(operations: 1_000_000) { count in
      for _ in 0..<count {
        @EffectID var timer
        sink = timer
      }
    }
  }

  /// The same with a payload.
  static func effectIDWithPayload() -> Double {
    cheapest(operations: 1_000_000) { count in
      for number in 0..<count {
        @EffectID var load = number
        sink = load
      }
    }
  }

  /// A cancellation by a plain `@EffectID` while nothing runs under it.
  static func cancelByEffectID() -> Double {
    let store = Store(initialState: 0) {
      Reduce { (_: inout Int, _: Void) in
        @EffectID var timer
        return .cancel(id: timer)
      }
    }
    return cheapest(operations: 500_000) { count in
      for _ in 0..<count { store.send(()) }
    }
  }
}

/// Keeps the optimiser from leaving out what is measured.
nonisolated(unsafe) private var sink: any Hashable & Sendable = 0
