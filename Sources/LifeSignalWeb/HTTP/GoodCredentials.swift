import Synchronization

/// Remembers the credentials that were found in the ledger before.
///
/// The limit on unknown credentials of a network does not apply to them: a neighbor who sends
/// made-up ones cannot keep out a member whose session has left memory.
///
/// Stores only hashes, seeded for this process. When a generation is full it becomes the older one,
/// and the older one before it is dropped, so memory stays bounded.
package final class GoodCredentials: Sendable {
  private struct State {
    var newer: Set<Int> = []
    var older: Set<Int> = []
  }

  private let generation: Int
  private let state = Mutex(State())

  package init(generation: Int = 100_000) { self.generation = generation }

  package func contains(_ credential: String) -> Bool {
    let number = credential.hashValue
    return state.withLock { $0.newer.contains(number) || $0.older.contains(number) }
  }

  package func add(_ credential: String) {
    let number = credential.hashValue
    state.withLock { state in
      if state.newer.count >= generation {
        state.older = state.newer
        state.newer = []
      }
      state.newer.insert(number)
    }
  }

  /// Forgets a credential that is no longer valid.
  package func remove(_ credential: String) {
    let number = credential.hashValue
    state.withLock { state in
      state.newer.remove(number)
      state.older.remove(number)
    }
  }
}
