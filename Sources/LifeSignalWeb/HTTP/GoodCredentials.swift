import Synchronization

/// Credentials that were found in the ledger before.
///
/// They are looked for again however many unknown ones come from their network: a neighbor who makes some up
/// keeps no member out whose session is not in memory. Kept as numbers that only this process can make, and
/// no more than fit in little memory: of two generations the older one goes.
final class GoodCredentials: Sendable {
  private struct State {
    var newer: Set<Int> = []
    var older: Set<Int> = []
  }

  private let generation: Int
  private let state = Mutex(State())

  init(generation: Int = 100_000) { self.generation = generation }

  func contains(_ credential: String) -> Bool {
    let number = credential.hashValue
    return state.withLock { $0.newer.contains(number) || $0.older.contains(number) }
  }

  func add(_ credential: String) {
    let number = credential.hashValue
    state.withLock { state in
      if state.newer.count >= generation {
        state.older = state.newer
        state.newer = []
      }
      state.newer.insert(number)
    }
  }

  /// It is good no more.
  func remove(_ credential: String) {
    let number = credential.hashValue
    state.withLock { state in
      state.newer.remove(number)
      state.older.remove(number)
    }
  }
}
