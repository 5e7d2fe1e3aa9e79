import Foundation
import GRDBSQLite

/// Keeps all other processes out of a database file until it ends, by SQLite's own locks: also
/// programs that know nothing of ``FileLock``. Every process that has a database in WAL mode open
/// shares a lock on its file.
///
/// The locks are taken on the file (https://sqlite.org/c3ref/io_methods.html) without reading it,
/// so that holding it changes nothing. A connection that has read replays the log into the file
/// when it closes and deletes the log, even if it does not recognize the file as a database.
///
/// The system releases these locks when any descriptor of the file is closed in this process
/// (fcntl(2)): no code may read the file except through SQLite in that time.
final class DatabaseHold {
  private let path: String
  private var connection: OpaquePointer?

  /// - Throws: ``DatabaseFileError/inUse`` while any process has the database open.
  init(_ path: String) throws {
    self.path = path
    try hold()
  }

  deinit { end() }

  /// Moves the log into the file, so that the file is the whole database, and holds it again. A
  /// file that SQLite cannot read, or cannot change, stays unchanged and keeps its log.
  ///
  /// A log beside a good file that SQLite does not recognize as its log is deleted, as at any
  /// server's start.
  /// - Throws: ``DatabaseFileError/inUse`` if another process has opened it in the meantime;
  ///   ``DatabaseFileError/cannotWrite(_:reason:)`` if part of it is still in the log.
  func settleLog() throws {
    end()
    guard Self.isReadable(path) else { return try hold() }
    var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    for statement in Self.settling where code == SQLITE_OK {
      code = sqlite3_exec(connection, statement, nil, nil, nil)
    }
    switch code & 0xff {
    case SQLITE_OK:
      // The journal of the change itself is deleted as the connection closes.
      end()
      guard FilePlacement.size("\(path)-wal") == 0 else { throw Self.unsettled(path) }
      try hold()
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR:
      // Damaged further in. The connection has the lock and stays open: closing it would delete the
      // log.
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

  /// Holds nothing if the file cannot be opened, or the disk has no locks.
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

  /// Whether SQLite can read the list of tables. Changes neither the file nor its log: a read-only
  /// connection cannot have the lock that changes need.
  private static func isReadable(_ path: String) -> Bool {
    // SQLite deletes any log beside an empty file.
    guard FilePlacement.size(path) > 0 else { return false }
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      return false
    }
    let code = sqlite3_exec(connection, "SELECT count(*) FROM sqlite_master", nil, nil, nil)
    // An interrupted change waits to be rolled back by a connection that may write.
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
