import Synchronization

/// Whether somebody uses what a ``StoreRegistry`` keeps and, if nobody does, since when.
///
/// An object around a store gets its own when it is made, to say when it is in use: a connection
/// that is open, a request that is being answered. Plain stores use ``StoreRegistry/using(_:_:)``.
/// Every method may be called from any thread.
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

  /// Somebody needs the store until they call ``end()``: it is not put away before.
  public func begin() {
    contents.withLock { $0.users += 1 }
  }

  /// Somebody who called ``begin()`` needs the store no more.
  public func end() {
    let now = time.now
    contents.withLock { contents in
      contents.users -= 1
      contents.last = now
    }
  }

  /// The store has been used at this moment: its idle time begins anew.
  public func note() {
    let now = time.now
    contents.withLock { $0.last = now }
  }

  /// Whether nobody has used the store since that time and nobody does.
  func isIdle(since cutoff: Duration) -> Bool {
    contents.withLock { $0.users == 0 && $0.last <= cutoff }
  }
}
