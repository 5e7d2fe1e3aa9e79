public import Foundation
import GRDB
import GRDBSQLite
import LifeSignalModel

/// Puts a backup in the place of a database that nobody has open.
public enum DatabaseRestore {
  public struct Outcome: Equatable, Sendable {
    /// What is there now.
    public var summary: DatabaseSummary
    /// Where the database that was there is now; nil when there was none.
    public var keptAside: String?
  }

  /// Examines the backup, keeps what was there aside, and takes its place at one blow: after a power cut
  /// either the old database has the name or the new one. Blocks the caller.
  ///
  /// All the time since the backup counts as an outage, so that deadlines which passed in it get the
  /// courtesy window, however short it was.
  /// - Parameters:
  ///   - now: the end of that outage; also names what is kept aside.
  ///   - endingKeys: revokes every session and access token, among them those that had been revoked
  ///     after the backup and would be good again.
  /// - Throws: ``DatabaseFileError``; what was there is then untouched.
  public static func run(
    from file: String, to path: String, now: Date, endingKeys: Bool = false
  ) throws -> Outcome {
    let lock = try FileLock.take(.alone, ofDatabase: path)
    defer { lock?.giveBack() }
    let isThere = access(path, F_OK) == 0
    if isThere { try refuseOpen(path) }

    let draft = "\(path).restoring"
    FilePlacement.remove(draft)
    defer { FilePlacement.remove(draft) }
    try stage(file, as: draft)
    try prepare(draft, from: file, now: now, endingKeys: endingKeys)
    let summary: DatabaseSummary
    do {
      summary = try DatabaseSummary.examining(draft)
    } catch DatabaseFileError.damaged(_, let problems) {
      throw DatabaseFileError.damaged(file, problems: problems)
    }
    if let owner = FileOwner(ofDatabase: path) { _ = chown(draft, owner.user, owner.group) }
    try FilePlacement.settle(draft)

    let aside = isThere ? try keepAside(path, now: now) : nil
    try FilePlacement.name(draft, as: path, replacing: true)
    return Outcome(summary: summary, keptAside: aside)
  }

  /// By SQLite's own locks: whoever has a database in WAL mode open shares one on the file. Puts the log
  /// into the file where it can, so that the file stands for itself.
  static func refuseOpen(_ path: String) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      return
    }
    // Must come before anything is read (https://sqlite.org/wal.html#noshm).
    sqlite3_exec(connection, "PRAGMA locking_mode = EXCLUSIVE", nil, nil, nil)
    let code = sqlite3_exec(connection, "BEGIN EXCLUSIVE; COMMIT", nil, nil, nil)
    guard code & 0xff != SQLITE_BUSY else { throw DatabaseFileError.inUse }
  }

  /// Bytes, so that whatever is beside the backup stays as it is.
  private static func stage(_ file: String, as draft: String) throws {
    for suffix in ["", "-wal"] where suffix.isEmpty || access(file + suffix, F_OK) == 0 {
      do {
        try FileManager.default.copyItem(atPath: file + suffix, toPath: draft + suffix)
      } catch {
        throw DatabaseFileError.cannotRead(
          file + suffix, reason: "it is not there, may not be read, or the disk is full")
      }
      chmod(draft + suffix, 0o600)
    }
  }

  private static func prepare(
    _ draft: String, from file: String, now: Date, endingKeys: Bool
  ) throws {
    do {
      let queue = try DatabaseQueue(path: draft)
      defer { try? queue.close() }
      try queue.writeWithoutTransaction { database in
        try database.leaveWAL()
        let summary = try DatabaseSummary(of: database, in: file)
        try database.inTransaction {
          // A beat of the future is a clock's fault, and no outage.
          try database.execute(
            sql: """
              UPDATE heartbeat SET outage_from = beat_at, outage_until = :now WHERE beat_at < :now
              """,
            arguments: ["now": now.milliseconds])
          if endingKeys {
            for table in ["sessions", "access_tokens"] where summary.rows[table] != nil {
              try database.execute(
                sql: "UPDATE \(table) SET revoked_at = ? WHERE revoked_at IS NULL",
                arguments: [now.milliseconds])
            }
          }
          return .commit
        }
      }
    } catch let error as DatabaseError {
      throw DatabaseFileError(reading: file, error)
    }
  }

  /// - Returns: its new name.
  private static func keepAside(_ path: String, now: Date) throws -> String {
    let stamp = now.ISO8601Format(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    // Two within a second are two.
    let names = ["\(path).before-\(stamp)"] + (2...99).map { "\(path).before-\(stamp)-\($0)" }
    let aside = names.first { access($0, F_OK) != 0 } ?? names[0]
    // A log that is still here belongs to the old file; beside the new one it would be played into it.
    if access("\(path)-wal", F_OK) == 0 { rename("\(path)-wal", "\(aside)-wal") }
    unlink("\(path)-shm")
    try FilePlacement.keep(path, as: aside)
    return aside
  }
}
