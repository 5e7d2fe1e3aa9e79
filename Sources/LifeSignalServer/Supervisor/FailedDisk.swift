import Foundation
import Logging

/// After a commit that failed on the disk, the state of the disk is unknown: the system's cache may show
/// data that was never written. Only a restart reads what is really there; PostgreSQL does the same.
enum FailedDisk {
  /// EX_IOERR of sysexits.h.
  static let exitCode: Int32 = 74

  /// Logs the reason and ends the process immediately; its supervisor starts it again.
  static func end(_ reason: String, _ logger: Logger) -> Never {
    end(
      "the disk failed while storing, so the server ends and must be started again", reason, logger)
  }

  /// The same when what is stored is no longer where a later start would find it.
  static func endAsLost(_ reason: String, _ logger: Logger) -> Never {
    end(
      "a file of the database is no longer under its name, or was cut, so the server ends: no start would find what it stored next",
      reason, logger)
  }

  /// The same when SQLite has the database open for reading only, and a new start would have it for writing.
  static func endToReopen(_ reason: String, _ logger: Logger) -> Never {
    end("the server ends and must be started again, to write to the database", reason, logger)
  }

  private static func end(_ words: String, _ reason: String, _ logger: Logger) -> Never {
    logger.critical("\(words)", metadata: ["reason": "\(reason)", "exit": "\(exitCode)"])
    fflush(nil)
    // No other code may run from here on: it could acknowledge a write that is not stored.
    _exit(exitCode)
  }
}
