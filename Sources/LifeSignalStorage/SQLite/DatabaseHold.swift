import Foundation
import GRDBSQLite

/// Keeps everybody else out of a database file until it ends, by SQLite's own locks: also programs that
/// know nothing of ``FileLock``. Whoever has a database in WAL mode open shares a lock on its file.
///
/// The locks are taken at the file (https://sqlite.org/c3ref/io_methods.html) and nothing of it is read,
/// so that holding it changes nothing. A connection that has read plays the log into the file when it
/// closes and deletes the log, also where it takes the file for no database.
///
/// The system takes these locks back when any descriptor of the file is closed in this process
/// (fcntl(2)): nobody may read the file past SQLite meanwhile.
final class DatabaseHold {
  private let path: String
  private var connection: OpaquePointer?

  /// - Throws: ``DatabaseFileError/inUse`` while anybody has the database open.
  init(_ path: String) throws {
    self.path = path
    try hold()
  }

  deinit { end() }

  /// Puts the log into the file, so that the file is all there is of the database, and holds it again.
  /// A file that SQLite cannot read, or cannot change, stays as it is and keeps its log.
  ///
  /// A log beside a good file that SQLite takes for none goes, as when any server starts.
  /// - Throws: ``DatabaseFileError/inUse`` when somebody has opened it meanwhile;
  ///   ``DatabaseFileError/cannotWrite(_:reason:)`` when something of it is still in the log.
  func settleLog() throws {
    end()
    guard Self.isReadable(path) else { return try hold() }
    var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    for statement in Self.settling where code == SQLITE_OK {
      code = sqlite3_exec(connection, statement, nil, nil, nil)
    }
    switch code & 0xff {
    case SQLITE_OK:
      // The journal of the change itself goes as the connection closes.
      end()
      guard FilePlacement.size("\(path)-wal") == 0 else { throw Self.unsettled(path) }
      try hold()
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR:
      // Damaged further in. The connection has the lock and stays open: it would take the log with it.
      break
    case SQLITE_BUSY:
      end()
      throw DatabaseFileError.inUse
    default:
      end()
      throw Self.unsettled(path)
    }
  }

  func end() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  /// Holds nothing where the file cannot be opened, or the disk has no locks.
  private func hold() throws {
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      return end()
    }
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file, let methods = file.pointee.pMethods else { return }
    for lock in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
      let code = methods.pointee.xLock(file, lock)
      guard code & 0xff != SQLITE_BUSY else {
        end()
        throw DatabaseFileError.inUse
      }
      guard code == SQLITE_OK else { return }
    }
  }

  /// Whether SQLite can read what tables there are. Changes neither the file nor its log: a connection
  /// that may only read cannot have the lock that both take.
  private static func isReadable(_ path: String) -> Bool {
    // SQLite deletes whatever log is beside an empty file.
    guard FilePlacement.size(path) > 0 else { return false }
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      return false
    }
    let code = sqlite3_exec(connection, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
    // A change that was cut off waits to be undone by whoever may write.
    return [SQLITE_OK, SQLITE_READONLY].contains(code & 0xff)
  }

  private static let settling = [
    // Must come before anything is read (https://sqlite.org/wal.html#noshm).
    "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE; COMMIT", "PRAGMA journal_mode = DELETE",
    "BEGIN EXCLUSIVE; COMMIT",
  ]

  private static func unsettled(_ path: String) -> DatabaseFileError {
    .cannotWrite(path, reason: "its log cannot be put into it")
  }
}
