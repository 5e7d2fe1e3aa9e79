import Synchronization

/// Whether an object in a ``StoreRegistry`` is in use and, if it is not, since when.
///
/// An object around a store gets its own when it is made, to declare when it is in use: a
/// connection that is open, a request that is being answered. Plain stores use
/// ``StoreRegistry/using(_:_:)``. Every method may be called from any thread.
public final class StoreUse: Sendable {
  private struct Contents {
    var users = 0
    var last: Duration
  }
  private let contents: Locked<Contents>
  private let time: ElapsedTime

  init(time: ElapsedTime) {
    self.time = time
    contents = Locked(Contents(last: time.now))
  }

  /// The caller needs the store until it calls ``end()``: it is not put away before.
  public func begin() {
    contents.withLock { $0.users += 1 }
  }

  /// A caller of ``begin()`` no longer needs the store.
  public func end() {
    let now = time.now
    contents.withLock { contents in
      contents.users -= 1
      contents.last = now
    }
  }

  /// The store has been used at this moment: its idle time restarts.
  public func note() {
    let now = time.now
    contents.withLock { $0.last = now }
  }

  /// Whether the store has been unused since that time and still is.
  func isIdle(since cutoff: Duration) -> Bool {
    contents.withLock { $0.users == 0 && $0.last <= cutoff }
  }
}
