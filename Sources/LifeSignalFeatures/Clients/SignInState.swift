package import Composable
import Foundation
package import LifeSignalModel
import Synchronization

/// The identity that a session acts under, which signing in and out changes, and its watchers.
package final class SignInState<Identity: Equatable & Sendable>: Sendable {
  private struct State {
    var identity: Identity
    var watchers: [UInt64: @Sendable (Identity) -> Void] = [:]
    var nextWatcher: UInt64 = 0
  }

  private let state: Mutex<State>

  package init(_ identity: Identity) { state = Mutex(State(identity: identity)) }

  package var identity: Identity { state.withLock { $0.identity } }

  /// Notifies every watcher.
  /// - Parameter save: comes before the watchers, since one of them may end what has just begun.
  package func become(_ identity: Identity, save: (Identity) -> Void = { _ in }) {
    let watchers = state.withLock { state in
      state.identity = identity
      return Array(state.watchers.values)
    }
    save(identity)
    for watcher in watchers { watcher(identity) }
  }

  /// Calls `tell` with the identity now, and after every change, until ``unwatch(_:)``.
  package func watch(_ tell: @escaping @Sendable (Identity) -> Void) -> UInt64 {
    let (id, identity) = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = tell
      return (state.nextWatcher, state.identity)
    }
    tell(identity)
    return id
  }

  package func unwatch(_ id: UInt64) {
    state.withLock { _ = $0.watchers.removeValue(forKey: id) }
  }

  /// The signed-in person, now and after every change.
  /// - Parameters:
  ///   - pause: waits before a reading that failed is repeated; throws to stop repeating it.
  ///   - reading: how to read the person of an identity; nil for a visitor.
  package func person(
    pause: @escaping @Sendable (_ failures: Int) async throws -> Void,
    reading: @escaping @Sendable (Identity) -> (@Sendable () async throws -> UserData)?
  ) -> Updates<UserData?> {
    Updates { [self] show in
      let turns = NSLock()
      let watch = watch { [weak self] identity in
        // One state at a time, and only that of the present identity, so the newest is shown last.
        let showIfPresent: @Sendable (UserData?) -> Void = { [weak self] user in
          turns.withLock { if self?.identity == identity { show(user) } }
        }
        guard let read = reading(identity) else { return showIfPresent(nil) }
        Task.detached { [weak self] in
          for failures in 0... {
            guard self?.identity == identity else { return }
            if let user = try? await read() { return showIfPresent(user) }
            guard (try? await pause(failures)) != nil else { return }
          }
        }
      }
      return { [weak self] in self?.unwatch(watch) }
    }
  }
}
