import LifeSignalFeatures
import LifeSignalModel
import Synchronization

/// The person one client of the API acts for, until they sign out or their session is ended
/// elsewhere.
public final class APISession: Sendable {
  private struct State {
    var credential: APICredential?
    var feed: (session: SessionID, feed: MemberFeed)?
    var watchers: [UInt64: @Sendable (APICredential?) -> Void] = [:]
    var nextWatcher: UInt64 = 0
  }

  private let state: Mutex<State>
  private let save: @Sendable (APICredential?) -> Void

  /// - Parameters:
  ///   - credential: kept from an earlier run.
  ///   - save: keeps it for a later run, where no one else can read it; nil deletes it.
  public init(
    _ credential: APICredential? = nil,
    save: @escaping @Sendable (APICredential?) -> Void = { _ in }
  ) {
    state = Mutex(State(credential: credential))
    self.save = save
  }

  public var credential: APICredential? { state.withLock { $0.credential } }

  func begin(_ credential: APICredential) { become(credential) }

  /// Ends the session with this token; one that has begun in the meantime continues.
  func end(_ token: String) {
    guard credential?.token == token else { return }
    become(nil)
  }

  private func become(_ credential: APICredential?) {
    let watchers = state.withLock { state in
      state.credential = credential
      state.feed = nil
      return Array(state.watchers.values)
    }
    save(credential)
    for watcher in watchers { watcher(credential) }
  }

  /// Calls `tell` with the identity now, and after every change, until ``unwatch(_:)``.
  func watch(_ tell: @escaping @Sendable (APICredential?) -> Void) -> UInt64 {
    let (id, credential) = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = tell
      return (state.nextWatcher, state.credential)
    }
    tell(credential)
    return id
  }

  func unwatch(_ id: UInt64) {
    state.withLock { _ = $0.watchers.removeValue(forKey: id) }
  }

  /// The feed of this session, one for all its streams; nil if no person is signed in.
  func feed(_ make: (APICredential) -> MemberFeed) -> MemberFeed? {
    state.withLock { state in
      guard let credential = state.credential else { return nil }
      if let known = state.feed, known.session == credential.session { return known.feed }
      let feed = make(credential)
      state.feed = (credential.session, feed)
      return feed
    }
  }
}
