import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves what commits have put into the log back into the database file, on a connection and a thread
/// of its own, while the writer goes on.
///
/// By itself SQLite does so at the end of a commit, once the log is long: the writer then waits for
/// thousands of pages to be on the disk, and everybody who checks in waits with it. Here only the few
/// pages are left to the writer that were written meanwhile; after them the log begins anew.
/// See https://sqlite.org/wal.html#ckpt.
final class Checkpointer: Sendable {
  private enum State { case idle, working, closed }

  private let longLog: Int32
  private let longestLog: Int32
  private let pool: DatabasePool
  private let connection: DatabaseQueue
  /// Pages in the log after the last commit. Touched on the writer's thread alone, and never freed:
  /// SQLite holds it for as long as the connection lives, which may be longer than this object.
  private nonisolated(unsafe) let log: UnsafeMutablePointer<Int32>
  private let state = Mutex(State.idle)
  private let queue = DispatchQueue(label: "lifesignal.checkpoint")

  /// Takes the place of SQLite's own checkpoints on the writer of this pool. Blocks the caller.
  /// - Parameters:
  ///   - longLog: Pages in the log from which on they are moved. A page that changes in many commits is
  ///     moved once.
  ///   - longestLog: Pages from which on the writer moves them itself, as SQLite would: the log must not
  ///     fill the disk where the other connection fails.
  init(
    of pool: DatabasePool, _ configuration: Configuration, longLog: Int32 = 8_192,
    longestLog: Int32 = 65_536
  ) throws {
    self.pool = pool
    self.longLog = longLog
    self.longestLog = longestLog
    connection = try DatabaseQueue(path: pool.path, configuration: configuration)
    log = .allocate(capacity: 1)
    log.initialize(to: 0)
    let log = log
    pool.writeWithoutTransaction { database in
      _ = sqlite3_wal_hook(
        database.sqliteConnection,
        { log, _, _, pages in
          log?.assumingMemoryBound(to: Int32.self).pointee = pages
          return SQLITE_OK
        }, log)
    }
  }

  /// Waits for a checkpoint that is under way.
  func settle() {
    // First the commit that is at its end and may still ask for one; last the part of the writer.
    pool.writeWithoutTransaction { _ in }
    queue.sync {}
    pool.writeWithoutTransaction { _ in }
  }

  /// Settles and ends. Commits after it are moved by whoever opens the file next.
  func close() throws {
    // A closed connection must not be used any more, not even to fail.
    state.withLock { $0 = .closed }
    settle()
    try connection.close()
  }

  /// Runs on the writer, after each of its commits.
  func committed(on writer: Database) {
    if log.pointee >= longestLog {
      // What fails now is tried again after the next commit.
      _ = try? writer.checkpoint(.passive)
    } else if log.pointee >= longLog {
      begin()
    }
  }

  private func begin() {
    let isFirst = state.withLock { state in
      guard state == .idle else { return false }
      state = .working
      return true
    }
    guard isFirst else { return }
    queue.async { [self] in
      do {
        // What is written during the first is left for the second, and little for the writer.
        for _ in 1...2 {
          try connection.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        }
      } catch {
        rest()
        return
      }
      // Once nothing is left to move, the next commit begins the log anew.
      pool.asyncWriteWithoutTransaction { [self] in
        // Fails when another process is at it: then it is tried again after the next commit.
        _ = try? $0.checkpoint(.passive)
        rest()
      }
    }
  }

  private func rest() {
    state.withLock { if $0 == .working { $0 = .idle } }
  }
}
