public import Foundation
import GRDB
import LifeSignalModel

/// Replaces a database that no process has open by a backup.
public enum DatabaseRestore {
  public struct Outcome: Equatable, Sendable {
    /// The contents of the database after the restore.
    public var summary: DatabaseSummary
    /// Where the earlier database is now; nil if there was none.
    public var keptAside: String?
  }

  /// Verifies the backup, keeps the present database aside, and replaces it atomically: if the
  /// process is killed, either the old database has the name or the new one (``DatabaseExchange``).
  /// Blocks the caller.
  ///
  /// All the time since the backup counts as an outage, even when it was short, so that deadlines that
  /// passed in it get the courtesy window.
  /// - Parameters:
  ///   - now: the end of that outage; also names the files kept aside.
  ///   - endingKeys: revokes every session and access token, among them those that had been revoked
  ///     after the backup and would be good again.
  /// - Throws: ``DatabaseFileError``, also for a backup whose schema no server would start on; what was
  ///   there is then there as before, at most with its log played into it, and byte for byte where SQLite cannot read it.
  public static func run(
    from backup: String, to database: String, now: Date, endingKeys: Bool = false
  ) throws -> Outcome {
    // Where symbolic links lead: a copy of a link would be the backup itself, and be written to.
    let (file, path) = (FileLock.real(backup), FileLock.real(database))
    for suffix in ["", "-wal", "-shm", "-journal", ".restoring"]
    where FilePlacement.areSame(file, path + suffix) {
      throw DatabaseFileError.ofTheDatabase(file)
    }
    let lock = try FileLock.take(.alone, ofDatabase: path)
    defer { lock?.giveBack() }
    // Early, so that an operator who has to stop a server first does not wait for the verification.
    try refuseOpen(path)

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

    // Again, as the verification took its time; and once the log is settled no process can open the
    // files that are moved.
    let isThere = access(path, F_OK) == 0
    let hold = isThere ? try DatabaseHold(path) : nil
    defer { hold?.end() }
    // A log that belongs to another file stays beside this one unchanged.
    if !DatabaseTrace.hasForeignLog(path) { try hold?.settleLog() }
    let exchange = DatabaseExchange(of: path, with: draft, now: now)
    try exchange.run()
    // The next server will work on a different file than the last one.
    if access(path + FileLock.serverSuffix, F_OK) == 0 {
      try FileLock.takeAsServer(ofDatabase: path)?.note("")
    }
    return Outcome(summary: summary, keptAside: isThere ? exchange.aside : nil)
  }

  /// Changes neither the file nor its log.
  /// - Throws: ``DatabaseFileError/inUse`` while any process has the database open.
  static func refuseOpen(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    try DatabaseHold(path).end()
  }

  /// Copies bytes, so that the files beside the backup stay unchanged.
  private static func stage(_ file: String, as draft: String) throws {
    for suffix in ["", "-wal"] where suffix.isEmpty || access(file + suffix, F_OK) == 0 {
      do {
        try FileManager.default.copyItem(atPath: file + suffix, toPath: draft + suffix)
      } catch {
        guard access(file + suffix, R_OK) == 0 else {
          throw DatabaseFileError.cannotRead(
            file + suffix, reason: String(cString: strerror(errno)))
        }
        let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
        throw DatabaseFileError.cannotWrite(
          draft + suffix, reason: isFull ? "the disk is full" : "the backup cannot be copied there")
      }
      chmod(draft + suffix, 0o600)
    }
  }

  private static func prepare(
    _ draft: String, from file: String, now: Date, endingKeys: Bool
  ) throws {
    try DatabaseFileError.telling(of: file) {
      let queue = try DatabaseQueue(path: draft)
      defer { try? queue.close() }
      try queue.writeWithoutTransaction { database in
        try database.leaveWAL()
        let summary = try DatabaseSummary(of: database, in: file)
        // Before anything is written, as a trigger would run.
        try SchemaDifferences.requireNone(in: database, of: file)
        try database.inTransaction {
          // A beat in the future is a clock's fault, not an outage.
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
            if summary.rows["invitations"] != nil {
              try database.execute(
                sql: """
                  UPDATE invitations SET withdrawn_at = ? WHERE withdrawn_at IS NULL AND used_at IS NULL
                  """,
                arguments: [now.milliseconds])
            }
          }
          return .commit
        }
      }
    }
  }
}
