import Foundation
import GRDB
import GRDBSQLite
import LifeSignalEngine
import LifeSignalModel

/// SQLite's result, translated for the engine. Result codes: https://sqlite.org/rescode.html
struct SQLiteFailure {
  /// The primary or extended result code.
  let code: Int32
  /// SQLite's words; they name tables and columns, never values.
  let message: String

  /// - Parameter systemError: the system's reason. SQLite knows a full disk, and takes a quota that is used
  ///   up for a failed disk.
  init(code: Int32, message: String, systemError: Int32 = 0) {
    self.code = code == Self.failedWrite && systemError == EDQUOT ? SQLITE_FULL : code
    self.message = message
  }

  init(_ error: DatabaseError, systemError: Int32 = 0) {
    self.init(
      code: error.extendedResultCode.rawValue, message: error.message ?? "no reason given",
      systemError: systemError)
  }

  /// The failure of a statement, with nothing of its transaction stored.
  var ledgerError: LedgerError {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED:
      .conflict("Another process is writing to the database (\(detail)). Try again.")
    case SQLITE_FULL:
      .unavailable("The disk or the database is full (\(detail)). Free some space.")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      .unavailable("The database may not be written (\(detail)). Check owner and permissions.")
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOLFS:
      .unavailable("The disk failed (\(detail)). Check the disk and its mount.")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      .corrupt("The database file is damaged (\(detail)). Restore a backup.")
    case SQLITE_CONSTRAINT where Self.taken.contains(code):
      // When it is decided again, the row gets another number.
      .conflict("The database has a row with this unique value (\(detail)). Try again.")
    case SQLITE_CONSTRAINT:
      // The row is at fault, not the ledger: every other row may still be written.
      .corrupt("The database refused a row (\(detail)).")
    case SQLITE_ERROR where lacksPart:
      .corrupt("The database lacks a part of its schema (\(detail)). Restore a backup.")
    default:
      .unavailable("The database failed (\(detail)).")
    }
  }

  /// The failure of a COMMIT. When the disk itself failed, the end of the transaction may already
  /// have reached it, and a restart would find it there. A refusal affects the whole batch, so no
  /// single row is at fault.
  var commitError: LedgerError {
    switch code & 0xff {
    case SQLITE_IOERR: .unknown("The disk failed while committing (\(detail)).")
    case SQLITE_CONSTRAINT: .unavailable("The database refused to commit (\(detail)).")
    default: ledgerError
    }
  }

  /// Whether the disk has no room left, including the index of the log.
  var isFull: Bool { code & 0xff == SQLITE_FULL || code == Self.noRoomForIndex }

  /// Whether what was read is not what SQLite has written: damaged pages, or a file that ends too early.
  var isDamage: Bool { Self.damage.contains(code & 0xff) || code == Self.shortRead }

  /// Whether a table, a column or a unique index is missing that a statement of ours names. The code has other
  /// meanings, which only SQLite's words distinguish.
  private var lacksPart: Bool {
    ["no such table", "no such column", "has no column named", "ON CONFLICT clause does not match"]
      .contains { message.contains($0) }
  }

  private static let damage = [SQLITE_CORRUPT, SQLITE_NOTADB]
  /// SQLITE_IOERR_SHORT_READ.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  /// Whether the disk itself has failed to write or to sync, so that its contents are unknown.
  var isDiskFailure: Bool { Self.failedDisk.contains(code) }

  /// SQLITE_IOERR_WRITE.
  private static let failedWrite = SQLITE_IOERR | 3 << 8
  /// SQLITE_IOERR_SHMSIZE.
  private static let noRoomForIndex = SQLITE_IOERR | 19 << 8
  /// SQLITE_IOERR itself, _WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE.
  private static let failedDisk: Set<Int32> = [
    SQLITE_IOERR, failedWrite, SQLITE_IOERR | 4 << 8, SQLITE_IOERR | 5 << 8,
    SQLITE_IOERR | 6 << 8,
  ]

  /// SQLITE_CONSTRAINT_PRIMARYKEY, _ROWID and _UNIQUE, which Swift does not import.
  private static let taken: Set<Int32> = [
    SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 10 << 8, SQLITE_CONSTRAINT | 8 << 8,
  ]

  private var detail: String { "SQLite \(code): \(message)" }
}
