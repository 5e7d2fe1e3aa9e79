import Synchronization

/// Limits how much work runs at the same time, in all and for each key. Work beyond the limit is refused
/// rather than kept waiting, so that no queue grows without bound.
final class Lanes<Key: Hashable & Sendable>: Sendable {
  struct Full: Error, Equatable {}

  private struct State {
    var total = 0
    var held: [Key: Int] = [:]
  }

  private let perKey: Int
  private let most: Int
  private let state = Mutex(State())

  init(perKey: Int, most: Int = .max) {
    self.perKey = perKey
    self.most = most
  }

  /// Does the work in a lane of `key`.
  /// - Throws: ``Full`` when there is no room, before the work begins; any error of the work.
  func hold<Value>(
    _ key: Key, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async throws -> Value {
    guard enter(key) else { throw Full() }
    defer { leave(key) }
    return try await work()
  }

  private func enter(_ key: Key) -> Bool {
    state.withLock { state in
      guard state.total < most, state.held[key, default: 0] < perKey else { return false }
      state.total += 1
      state.held[key, default: 0] += 1
      return true
    }
  }

  private func leave(_ key: Key) {
    state.withLock { state in
      state.total -= 1
      let left = state.held[key, default: 1] - 1
      state.held[key] = left > 0 ? left : nil
    }
  }
}
