import Foundation
import GRDBSQLite

/// Keeps everybody else out of a database file until it ends, by SQLite's own locks: also programs that
/// know nothing of ``FileLock``. Whoever has a database in WAL mode open shares a lock on its file.
///
/// The system takes these locks back when any descriptor of the file is closed in this process
/// (fcntl(2)): nobody may read the file past SQLite meanwhile.
final class DatabaseHold {
  private let path: String
  private var connection: OpaquePointer?
  /// Whether SQLite takes the file for a database.
  private let isReadable: Bool

  /// - Throws: ``DatabaseFileError/inUse`` while anybody has the database open.
  init(_ path: String) throws {
    self.path = path
    var connection: OpaquePointer?
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      sqlite3_close_v2(connection)
      isReadable = false
      return
    }
    self.connection = connection
    // Must come before anything is read (https://sqlite.org/wal.html#noshm).
    sqlite3_exec(connection, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
    let code = sqlite3_exec(connection, Self.lock, nil, nil, nil)
    isReadable = code == SQLITE_OK
    guard code & 0xff != SQLITE_BUSY else { throw DatabaseFileError.inUse }
  }

  deinit { end() }

  /// Puts the log into the file, so that the file is all there is of the database. Does nothing with a
  /// file that is none.
  /// - Throws: ``DatabaseFileError/cannotWrite(_:reason:)`` when something of it is still in the log.
  func settleLog() throws {
    guard isReadable else { return }
    sqlite3_exec(connection, "PRAGMA journal_mode = DELETE", nil, nil, nil)
    // Leaving WAL may have given the lock back.
    sqlite3_exec(connection, Self.lock, nil, nil, nil)
    guard FilePlacement.size("\(path)-wal") == 0 else {
      throw DatabaseFileError.cannotWrite(path, reason: "its log cannot be put into it")
    }
  }

  func end() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  private static let lock = "BEGIN EXCLUSIVE; COMMIT"
}
