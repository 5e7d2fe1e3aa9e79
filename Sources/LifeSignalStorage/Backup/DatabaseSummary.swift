public import Foundation
import GRDB

/// A database file's contents, counted from outside: it uses none of the ledger's own reading, so
/// it works for the schemas of all releases.
public struct DatabaseSummary: Equatable, Sendable {
  /// The newest migration its schema has had.
  public var schema: Int
  /// By table.
  public var rows: [String: Int]
  /// Timelines whose last entry is not the one their head names.
  public var brokenHeads: Int
  /// Messages that have yet to be sent, or were about to.
  public var waitingMessages: Int
  /// Sessions and access tokens that are not revoked.
  public var openKeys: Int
  /// When a server last wrote to it; nil also when the file contains an impossible time.
  public var lastBeat: Date?
}

extension DatabaseSummary {
  /// - Throws: ``DatabaseFileError`` if the file is no database of ours, or of a later release.
  init(of database: Database, in file: String) throws {
    schema = try Self.schema(of: database, in: file)
    let tables = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    rows = [:]
    for table in tables {
      rows[table] = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
    }
    func count(_ table: String, _ condition: String) throws -> Int {
      guard tables.contains(table) else { return 0 }
      return try Int.fetchOne(
        database, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
    }
    brokenHeads = try Self.brokenHeads(in: database, schema: schema)
    waitingMessages = try count("deliveries", "state IN ('ready', 'leased')")
    openKeys =
      try count("sessions", "revoked_at IS NULL") + count("access_tokens", "revoked_at IS NULL")
    lastBeat =
      tables.contains("heartbeat")
      ? try Int64.fetchOne(database, sql: "SELECT beat_at FROM heartbeat WHERE id = 1")
        .flatMap(Self.instant) : nil
  }

  /// Only years of four digits can be written out.
  private static func instant(_ milliseconds: Int64) -> Date? {
    guard (0..<253_402_300_800_000).contains(milliseconds) else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// A file is ours if its migrations are the first ones of those this version knows, by number and
  /// name. A file of ours whose migrations cannot be read is damaged.
  static func schema(of database: Database, in file: String) throws -> Int {
    let known = Migration.all
    guard let seen = try SchemaShape.steps(of: database), let newest = seen.last?.version else {
      guard try SchemaShape.isOurs(database) else { throw DatabaseFileError.foreign(file) }
      throw DatabaseFileError.damaged(file, problems: [SchemaShape.withoutSteps])
    }
    for (step, migration) in zip(seen, known) where step.name != migration.name {
      throw DatabaseFileError.foreign(file)
    }
    guard try MigrationRunner().isReadable(database) else {
      throw DatabaseFileError.newerSchema(found: newest, known: known.count)
    }
    return newest
  }

  private static func brokenHeads(in database: Database, schema: Int) throws -> Int {
    let heads: String
    switch schema {
    case ..<7: return 0
    // Until then they had a table of their own.
    case ..<11:
      heads = """
        SELECT person_id, sequence, hash, anchor_sequence AS anchor FROM timeline_heads
        """
    default:
      heads = """
        SELECT person_id, timeline_sequence AS sequence, timeline_hash AS hash,
          timeline_anchor_sequence AS anchor FROM watches WHERE timeline_sequence IS NOT NULL
        """
    }
    return try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM (\(heads)) h
        LEFT JOIN timeline t ON t.person_id = h.person_id AND t.sequence = h.sequence
        WHERE h.sequence > coalesce(h.anchor, 0) AND t.hash IS NOT h.hash
        """) ?? 0
  }
}

extension DatabaseSummary {
  /// Verifies a file that no other process has open: every page, every index, every reference.
  /// - Throws: ``DatabaseFileError``.
  static func examining(_ file: String) throws -> DatabaseSummary {
    try DatabaseFileError.telling(of: file) {
      var configuration = Configuration()
      configuration.label = "lifesignal.examination"
      configuration.readonly = true
      // The file may come from anywhere (https://sqlite.org/security.html, 1.2).
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      }
      let queue = try DatabaseQueue(path: file, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { database in
        let problems = try Self.problems(of: database)
        guard problems.isEmpty else {
          throw DatabaseFileError.damaged(file, problems: problems)
        }
        return try DatabaseSummary(of: database, in: file)
      }
    }
  }

  private static func problems(of database: Database) throws -> [String] {
    let pages = try String.fetchAll(database, sql: "PRAGMA integrity_check(10)")
    guard pages == ["ok"] else { return pages }
    let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
    return Set(references.compactMap { $0[0] as String? }).sorted()
      .map { "\($0) refers to what is not there" }
  }
}

extension DatabaseFileError {
  /// Translates into our words why SQLite, or a value of an unexpected type, prevents `body` from
  /// reading.
  static func telling<Value>(of file: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw DatabaseFileError(reading: file, error)
    } catch is RowDecodingError {
      throw DatabaseFileError.foreign(file)
    }
  }

  /// SQLite's words name tables and columns, never values.
  init(reading file: String, _ error: DatabaseError) {
    let reason = error.message ?? "no reason given"
    switch error.resultCode {
    case .SQLITE_CORRUPT: self = .damaged(file, problems: [reason])
    case .SQLITE_NOTADB:
      self = .damaged(file, problems: ["SQLite finds no database in it (\(reason))"])
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse
    // A table or a column of ours is missing. The same code has many other meanings, which only
    // SQLite's words distinguish.
    case .SQLITE_ERROR
    where reason.hasPrefix("no such table") || reason.hasPrefix("no such column"):
      self = .foreign(file)
    default: self = .cannotRead(file, reason: reason)
    }
  }
}
