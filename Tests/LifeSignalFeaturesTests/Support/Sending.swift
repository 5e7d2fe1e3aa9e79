import Composable
import Synchronization

/// A source whose values the test sends. Those sent before it has a follower wait for the first.
final class Sending<Value: Sendable>: Sendable {
  private struct State {
    var followers: [Int: @Sendable (Value) -> Void] = [:]
    var next = 0
    var early: [Value] = []
  }

  private let state = Mutex(State())

  var updates: Updates<Value> {
    Updates { [self] send in
      let (id, early) = state.withLock { state in
        state.next += 1
        state.followers[state.next] = send
        defer { state.early = [] }
        return (state.next, state.early)
      }
      for value in early { send(value) }
      return { [self] in state.withLock { _ = $0.followers.removeValue(forKey: id) } }
    }
  }

  func yield(_ value: Value) {
    let followers = state.withLock { state in
      if state.followers.isEmpty { state.early.append(value) }
      return state.followers.values
    }
    for send in followers { send(value) }
  }
}

extension Updates {
  /// Followed for ever, and never sent.
  static var silent: Self { Self { _ in {} } }
}
