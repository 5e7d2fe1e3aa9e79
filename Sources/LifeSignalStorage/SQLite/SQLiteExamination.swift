import GRDB

/// How a database file behaves under the ledger's own settings; for an operator.
public struct SQLiteExamination: Equatable, Sendable {
  /// `wal`, or the file is none of ours.
  public var journalMode: String
  /// 2 is FULL: a commit waits for the disk.
  public var synchronous: Int
  /// What SQLite's quick check finds, at most ten; empty when all is well.
  public var problems: [String]
  /// Parts of the schema that are not there; empty when all is well.
  public var missing: [String]
  /// How long each of some commits took to be on the disk.
  public var commits: [Duration]

  /// Looks at a file of this version's schema, beside a server that runs or without one. Blocks the
  /// caller for as long as reading the file takes.
  ///
  /// The commits store the file's `user_version` as it is: a page goes to the disk, and nothing changes.
  /// - Throws: ``DatabaseFileError``.
  public static func look(at path: String, commits count: Int = 3) throws -> SQLiteExamination {
    let lock = try FileLock.take(.shared, ofDatabase: path)
    defer { lock?.giveBack() }
    do {
      let pool = try DatabasePool(path: path, configuration: SQLiteLedger.configuration)
      defer { try? pool.close() }
      let problems = try pool.read { try String.fetchAll($0, sql: "PRAGMA quick_check(10)") }
      let missing = try pool.read { try SchemaShape.missing(in: $0) }
      return try pool.writeWithoutTransaction { database in
        try SQLiteDurability.waitForDisk(database)
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let clock = ContinuousClock()
        return SQLiteExamination(
          journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
          synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1,
          problems: problems == ["ok"] ? [] : problems, missing: missing,
          commits: try (0..<count).map { _ in
            try clock.measure { try database.execute(sql: "PRAGMA user_version = \(version)") }
          })
      }
    } catch let error as DatabaseError {
      throw DatabaseFileError(reading: path, error)
    }
  }
}
