import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Moves committed pages from the log into the database file, on a connection and a thread of its own,
/// while the writer continues.
///
/// By default SQLite does this at the end of a commit, once the log is long: the writer then waits
/// for thousands of pages to reach the disk, and every check-in waits with it. Here the writer
/// moves only the few pages that were written in the meantime; after them the log starts again from
/// its beginning. See https://sqlite.org/wal.html#ckpt.
///
/// A checkpoint beside a writer must find frames that have not been moved yet. If it finds none
/// while the writer restarts the log, SQLite before 3.51.3 can lose the new log
/// (https://sqlite.org/wal.html#walresetbug). ``SQLiteVersion`` names the releases. So the writer
/// moves nothing while the other connection is working or about to begin.
final class Checkpointer: Sendable {
  private struct State {
    /// From before the other connection begins until the writer has done its part.
    var isWorking = false
    var isClosed = false
  }

  /// Pages of 4 KiB.
  struct Limits: Sendable {
    /// Pages in the log from which on they are moved. A page that changes in many commits is moved once.
    var longLog: Int32 = 8_192
    /// Pages from which on the writer waits a moment for readers to leave the log, so that it can
    /// restart: 64 MB.
    var stuckLog: Int32 = 16_384
    /// Pages from which on the writer moves them itself, as SQLite would: the log must not fill the
    /// disk if the other connection fails.
    var longestLog: Int32 = 65_536
  }

  /// The work that was done, for tests.
  enum Step: Equatable, Sendable {
    /// A pass of the other connection, while the log had this many pages.
    case moved(ofPages: Int)
    /// The writer has moved the rest, or everything.
    case movedByWriter
    /// The writer gave readers a moment to leave the log.
    case waited
  }

  /// The most bytes that the log's file keeps when the log restarts.
  static let keptLog = 128 * 1_024 * 1_024
  /// Milliseconds that the writer waits for readers of a long log, while no write waits.
  private static let patience = 50

  private let limits: Limits
  private let pool: DatabasePool
  private let connection: DatabaseQueue
  private let log = LogLength()
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "lifesignal.checkpoint")
  private let noting: @Sendable (Step) -> Void

  /// Replaces SQLite's own checkpoints on the writer of this pool. Blocks the caller.
  /// - Parameter noting: called after each step, on the thread that took it.
  init(
    of pool: DatabasePool, _ configuration: Configuration, limits: Limits = Limits(),
    noting: @escaping @Sendable (Step) -> Void = { _ in }
  ) throws {
    self.pool = pool
    self.limits = limits
    self.noting = noting
    connection = try DatabaseQueue(path: pool.path, configuration: configuration)
    // SQLite holds it for as long as the connection lives, which may be longer than this object.
    let context = Unmanaged.passRetained(log).toOpaque()
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_size_limit = \(Self.keptLog)")
      _ = sqlite3_wal_hook(
        database.sqliteConnection,
        { context, _, _, pages in
          guard let context else { return SQLITE_OK }
          let log = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
          log.pages.store(pages, ordering: .releasing)
          log.commits.add(1, ordering: .releasing)
          return SQLITE_OK
        }, context)
    }
  }

  /// What the writer has put into the log. Asked on the writer.
  var written: OpenLog.Written {
    OpenLog.Written(
      commits: log.commits.load(ordering: .acquiring),
      frames: Int(clamping: log.pages.load(ordering: .acquiring)))
  }

  /// Waits for a checkpoint that is under way.
  func settle() {
    // First the commit that is ending and may still request one; last the part of the writer.
    pool.writeWithoutTransaction { _ in }
    queue.sync {}
    pool.writeWithoutTransaction { _ in }
  }

  /// Settles and ends. The next process that opens the file moves later commits.
  func close() throws {
    // A closed connection must not be used any more, not even to fail.
    state.withLock { $0.isClosed = true }
    settle()
    try connection.close()
  }

  /// Runs on the writer, after each of its commits.
  /// - Parameter isIdle: whether no other write waits for the writer.
  func committed(on writer: Database, isIdle: @escaping @Sendable () -> Bool = { true }) {
    let pages = log.pages.load(ordering: .acquiring)
    if pages >= limits.longestLog {
      // Also when closed, as no other connection moves anything then.
      guard work(whenClosed: true) else { return }
      // A failure now is tried again after the next commit.
      move(on: writer)
      if isIdle() { restart(on: writer) }
      rest()
    } else if pages >= limits.longLog {
      begin(isIdle: isIdle)
    }
  }

  /// False while another checkpoint is under way or about to begin: then it is left to the next commit.
  private func work(whenClosed: Bool) -> Bool {
    state.withLock { state in
      guard !state.isWorking, whenClosed || !state.isClosed else { return false }
      state.isWorking = true
      return true
    }
  }

  private func begin(isIdle: @escaping @Sendable () -> Bool) {
    guard work(whenClosed: false) else { return }
    queue.async { [self] in
      let moved: Int
      do {
        // It follows a commit, so there is something to move.
        var seen = try pass()
        // Pages written in the meantime are moved here too, so that little is left for the writer.
        if log.pages.load(ordering: .acquiring) > seen { seen = try pass() }
        moved = seen
      } catch {
        rest()
        return
      }
      // Once nothing is left to move, the next commit restarts the log.
      pool.asyncWriteWithoutTransaction { [self] writer in
        let pages = log.pages.load(ordering: .acquiring)
        // Fails while another process works on it: then it is tried again after the next commit.
        if pages > moved { move(on: writer) }
        if pages >= limits.stuckLog, isIdle() { restart(on: writer) }
        rest()
      }
    }
  }

  /// - Returns: how many pages the log had.
  private func pass() throws -> Int {
    let pages = try connection.writeWithoutTransaction { try $0.checkpoint(.passive).walFrameCount }
    noting(.moved(ofPages: pages))
    return pages
  }

  private func move(on writer: Database) {
    _ = try? writer.checkpoint(.passive)
    noting(.movedByWriter)
  }

  /// A reader of an old state prevents the log from restarting. The writer waits a moment for it to
  /// leave; behind a reader that stays the log grows, which health reports.
  private func restart(on writer: Database) {
    let usual = (try? Int.fetchOne(writer, sql: "PRAGMA busy_timeout")) ?? 5_000
    try? writer.execute(sql: "PRAGMA busy_timeout = \(Self.patience)")
    _ = try? writer.checkpoint(.restart)
    try? writer.execute(sql: "PRAGMA busy_timeout = \(usual)")
    noting(.waited)
  }

  private func rest() {
    state.withLock { $0.isWorking = false }
  }
}

/// Pages in the log after the last commit, and how many commits there were.
private final class LogLength: Sendable {
  let commits = Atomic<Int>(0)
  let pages = Atomic<Int32>(0)
}
