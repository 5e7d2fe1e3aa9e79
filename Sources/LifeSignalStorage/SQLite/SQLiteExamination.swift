import GRDB
import LifeSignalModel
import Synchronization

/// How a database file behaves under the ledger's own settings; for an operator.
public struct SQLiteExamination: Equatable, Sendable {
  /// `wal`, or the file is not one of ours.
  public var journalMode: String
  /// 2 is FULL: a commit waits for the disk.
  public var synchronous: Int
  /// The problems that SQLite's quick check finds, at most ten; empty when all is well.
  public var problems: [String]
  /// Parts of the schema that are missing or have another definition; empty when all is well.
  public var missing: [String]
  /// Triggers of another program; empty when all is well.
  public var triggers: [String]
  /// How long each of some commits took to be on the disk.
  public var commits: [Duration]

  /// Examines a file of this version's schema, beside a running server or without one. Blocks the
  /// caller for as long as reading the file takes.
  ///
  /// The commits change nothing.
  /// - Throws: ``DatabaseFileError``.
  public static func look(at path: String, commits count: Int = 3) throws -> SQLiteExamination {
    let lock = try FileLock.take(.shared, ofDatabase: path)
    defer { lock?.giveBack() }
    do {
      let pool = try DatabasePool(path: path, configuration: SQLiteLedger.configuration)
      defer { try? pool.close() }
      let problems = try pool.read { try quickCheck($0, most: 10) }
      let differences = try pool.read { try SchemaDifferences(of: $0) }
      return try pool.writeWithoutTransaction { database in
        try SQLiteDurability.waitForDisk(database)
        let clock = ContinuousClock()
        return SQLiteExamination(
          journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
          synchronous: try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1,
          problems: problems, missing: differences.missing, triggers: differences.triggers,
          commits: try (0..<count).map { _ in
            try clock.measure { try SQLiteDurability.commitNothing(to: database) }
          })
      }
    } catch let error as DatabaseError {
      throw DatabaseFileError(reading: path, error)
    }
  }
}

extension SQLiteExamination {
  /// Reads every page of a file, beside a running server or without one, and changes nothing.
  /// Blocks the caller: for two seconds for each GB that the system has in memory, and otherwise
  /// for as long as the disk takes to read the file.
  /// - Throws: ``DatabaseFileError/damaged(_:problems:)`` with the first problem that SQLite's quick check
  ///   finds; ``DatabaseFileError``.
  public static func requireWhole(_ path: String) throws {
    let lock = try FileLock.take(.shared, ofDatabase: path)
    defer { lock?.giveBack() }
    let problems: [String] = try DatabaseFileError.telling(of: path) {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { try quickCheck($0, most: 1) }
    }
    guard problems.isEmpty else { throw DatabaseFileError.damaged(path, problems: problems) }
  }

  /// The first problems that SQLite's quick check finds, in one line each; empty when all is well.
  fileprivate static func quickCheck(_ database: Database, most: Int) throws -> [String] {
    let problems = try String.fetchAll(database, sql: "PRAGMA quick_check(\(most))")
    return problems == ["ok"] ? [] : problems.map { $0.replacing("\n", with: " ") }
  }
}

extension SQLiteLedger {
  /// The first problems that SQLite's quick check finds; empty when all is well, and nil for a file
  /// of more than `bytes`, which would take too long.
  /// - Throws: `LedgerError`, but not for damage.
  public func damagedPages(upTo bytes: Int64) async throws -> [String]? {
    guard FilePlacement.size(pool.path) <= bytes else { return nil }
    return try await problems(in: pool) { try SQLiteExamination.quickCheck($0, most: 1) }
  }

  /// How the schema differs from the one that its recorded steps create; empty when all is well.
  /// - Throws: `LedgerError`, but not for damage.
  public func schemaProblems() async throws -> [String] {
    // The auditor asks every second, and must not wait for pages.
    try await problems(in: promises) { [examinedSchema] in try examinedSchema.problems(of: $0) }
  }

  private func problems(
    in connections: DatabasePool, _ examine: @escaping @Sendable (Database) throws -> [String]
  ) async throws -> [String] {
    do {
      return try await connections.read(examine)
    } catch let error as DatabaseError {
      guard error.resultCode == .SQLITE_CORRUPT else { throw SQLiteFailure(error).ledgerError }
      return [error.message ?? "SQLite cannot read it"]
    }
  }
}

/// The last comparison of the schema: repeated only where SQLite has counted a change of it.
final class ExaminedSchema: Sendable {
  private let last = Mutex<(version: Int, problems: [String])?>(nil)

  func problems(of database: Database) throws -> [String] {
    let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    if let known = last.withLock({ $0 }), known.version == version { return known.problems }
    let problems = try SchemaDifferences(of: database).problems
    last.withLock { $0 = (version, problems) }
    return problems
  }
}
