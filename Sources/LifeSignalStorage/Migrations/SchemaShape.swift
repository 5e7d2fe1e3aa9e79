import Foundation
import GRDB

/// What the steps of the schema make; the table of steps may say something else.
enum SchemaShape {
  /// - Throws: ``StorageError/foreign`` for a database of another program; ``StorageError/newerSchema(found:known:)``.
  ///   An empty one, and one whose first step was cut off, is ours.
  static func requireOurs(_ database: Database, in path: String) throws {
    let tables = try Set(String.fetchAll(database, sql: "SELECT name FROM sqlite_master"))
    guard !tables.subtracting(["schema_migrations"]).isEmpty else { return }
    do {
      try DatabaseFileError.telling(of: path) {
        _ = try DatabaseSummary.schema(of: database, in: path)
      }
    } catch DatabaseFileError.foreign {
      throw StorageError.foreign
    } catch DatabaseFileError.newerSchema(let found, let known) {
      throw StorageError.newerSchema(found: found, known: known)
    }
  }

  /// Tables, columns, unique indexes and triggers that a database lacks which has seen all steps. Later releases may
  /// have added to it.
  static func missing(in database: Database) throws -> [String] {
    let model = try DatabaseQueue()
    let wanted = try model.writeWithoutTransaction { model in
      try MigrationRunner().run(on: model, now: Date(timeIntervalSince1970: 0))
      return try String.fetchAll(model, sql: parts)
    }
    let found = try Set(String.fetchAll(database, sql: parts))
    let missing = wanted.filter { !found.contains($0) }
    // A table that is gone says enough.
    return missing.filter { part in
      !missing.contains { $0.hasPrefix("table ") && part.hasSuffix(" of \($0.dropFirst(6))") }
    }
  }

  private static let parts = """
    SELECT 'table ' || name FROM sqlite_master WHERE type = 'table'
    UNION ALL SELECT 'column ' || c.name || ' of ' || t.name
      FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'
    UNION ALL SELECT 'unique index ' || name || ' of ' || tbl_name FROM sqlite_master
      WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'
    UNION ALL SELECT 'trigger ' || name || ' of ' || tbl_name FROM sqlite_master WHERE type = 'trigger'
    """
}
