import GRDB

/// Ensures that a commit is on the disk before any caller gets its answer.
enum SQLiteDurability {
  /// Must run on the writer after the pool is open: GRDB sets NORMAL itself when it turns WAL on,
  /// later than `Configuration.prepareDatabase`, so that a FULL set there is silently lost.
  static func waitForDisk(_ database: Database) throws {
    try database.execute(sql: "PRAGMA synchronous = FULL")
  }

  /// - Throws: ``StorageError/notDurable(synchronous:)`` unless the setting read back is FULL.
  static func verify(_ database: Database) throws {
    let setting = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1
    guard setting == 2 else { throw StorageError.notDurable(synchronous: setting) }
  }

  /// Stores the file's `user_version` as it is: a page goes to the disk, and nothing changes.
  static func commitNothing(to database: Database) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }
}
