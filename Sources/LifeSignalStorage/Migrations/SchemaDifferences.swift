import Foundation
import GRDB

/// How a database differs from the schema that its recorded steps create.
struct SchemaDifferences: Equatable {
  /// Tables, columns, unique indexes and triggers that are missing, and indexes and triggers that have their name
  /// but another definition.
  var missing: [String]
  /// Names of triggers that no step creates. They run with every write, and may drop or change what is stored.
  var triggers: [String]
  /// Names of unique indexes that no step creates. They may refuse what is to be stored.
  var indexes: [String]

  /// Runs the steps in memory. What a later release has added or redefined is no difference.
  init(of database: Database) throws {
    let seen = try MigrationRunner().version(of: database)
    let isLater = seen > Migration.all.count
    let model = try DatabaseQueue()
    let (wanted, known, knownIndexes) = try model.writeWithoutTransaction { model in
      try MigrationRunner(migrations: Array(Migration.all.prefix(max(0, seen))))
        .run(on: model, now: Date(timeIntervalSince1970: 0))
      return (
        try Self.parts(of: model), Set(try Self.triggers(of: model)),
        Set(try Self.uniqueIndexes(of: model))
      )
    }
    let found = Dictionary(
      try Self.parts(of: database).map { ($0.words, $0.definition) },
      uniquingKeysWith: { first, _ in first })
    let missing = wanted.filter { part in
      guard let definition = found[part.words] else {
        // Another of that name may refuse rows.
        return part.isNeeded || !isLater && found["unique \(part.words)"] != nil
      }
      return !isLater && definition != part.definition
    }.map(\.words)
    // A table that is gone says enough.
    self.missing = missing.filter { part in
      !missing.contains { $0.hasPrefix("table ") && part.hasSuffix(" of \($0.dropFirst(6))") }
    }
    let foreign = try Self.triggers(of: database).filter { !known.contains($0) }
    triggers = isLater ? [] : foreign
    let foreignIndexes = try Self.uniqueIndexes(of: database).filter { !knownIndexes.contains($0) }
    // A missing index of that name, with another definition, is reported above.
    indexes =
      isLater
      ? []
      : foreignIndexes.filter { name in !missing.contains { $0.contains("index \(name) of ") } }
  }
}

extension SchemaDifferences {
  /// - Throws: ``StorageError/foreignTriggers(_:)``, ``StorageError/foreignIndexes(_:)``,
  ///   ``StorageError/incomplete(_:)``.
  static func requireNone(in database: Database) throws {
    let found = try SchemaDifferences(of: database)
    guard found.triggers.isEmpty else { throw StorageError.foreignTriggers(found.triggers) }
    guard found.indexes.isEmpty else { throw StorageError.foreignIndexes(found.indexes) }
    guard found.missing.isEmpty else { throw StorageError.incomplete(found.missing) }
  }

  /// - Throws: ``DatabaseFileError/damaged(_:problems:)`` for a file on which no server would start.
  static func requireNone(in database: Database, of file: String) throws {
    let problems = try SchemaDifferences(of: database).problems
    guard problems.isEmpty else { throw DatabaseFileError.damaged(file, problems: problems) }
  }

  /// Empty for a file on which a server starts.
  var problems: [String] {
    var problems: [String] = []
    if !missing.isEmpty {
      problems.append("it lacks \(StorageError.list(missing)) as the schema defines it")
    }
    if !triggers.isEmpty {
      problems.append(
        "another program has added triggers, to be removed with DROP TRIGGER: \(StorageError.list(triggers))"
      )
    }
    if !indexes.isEmpty {
      problems.append(
        "another program has added unique indexes, to be removed with DROP INDEX: \(StorageError.list(indexes))"
      )
    }
    return problems
  }

  private struct Part {
    let words: String
    /// Empty for a table and a column.
    let definition: String
    /// An index that only makes things faster is not.
    let isNeeded: Bool
  }

  private static func parts(of database: Database) throws -> [Part] {
    try Row.fetchAll(database, sql: query).compactMap { row in
      guard let words = String.fromDatabaseValue(row["words"]) else { return nil }
      return Part(
        words: words, definition: plain(String.fromDatabaseValue(row["definition"]) ?? ""),
        isNeeded: Int.fromDatabaseValue(row["needed"]) == 1)
    }
  }

  private static func triggers(of database: Database) throws -> [String] {
    try Row.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    ).map { String.fromDatabaseValue($0["name"]) ?? "" }
  }

  private static func uniqueIndexes(of database: Database) throws -> [String] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%' ORDER BY name
        """
    ).map { String.fromDatabaseValue($0["name"]) ?? "" }
  }

  /// Without case, spaces and quotes, so that it depends neither on how a release formats its steps nor on how
  /// SQLite quotes a name it has changed.
  private static func plain(_ definition: String) -> String {
    definition.lowercased().filter { !$0.isWhitespace && !"\"`[]".contains($0) }
  }

  /// `schema_migrations` comes from no step.
  private static let query = """
    SELECT 'table ' || name AS words, '' AS definition, 1 AS needed FROM sqlite_master WHERE type = 'table'
    UNION ALL SELECT 'column ' || c.name || ' of ' || t.name, '', 1
      FROM sqlite_master t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name <> 'schema_migrations'
    UNION ALL SELECT iif(sql LIKE 'CREATE UNIQUE%', 'unique index ', 'index ')
        || name || ' of ' || tbl_name, sql, sql LIKE 'CREATE UNIQUE%'
      FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
    UNION ALL SELECT 'trigger ' || name || ' of ' || tbl_name, sql, 1
      FROM sqlite_master WHERE type = 'trigger'
    """
}
