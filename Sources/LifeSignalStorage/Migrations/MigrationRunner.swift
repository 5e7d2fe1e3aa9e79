import Foundation
import GRDB
import LifeSignalModel

/// Brings a database to the newest schema this version knows, one transaction per step.
struct MigrationRunner {
  var migrations: [Migration] = Migration.all
  var firstReadable = Migration.firstReadable

  /// The newest step this version knows.
  var known: Int { migrations.last?.version ?? 0 }

  /// Applies the missing steps; a second run changes nothing.
  ///
  /// Each step takes the write lock before it looks whether it is still needed, so two processes
  /// may start at once.
  /// A schema that a later release has extended stays as it is.
  /// - Throws: ``StorageError/newerSchema(found:known:)`` when a later release has changed what this one
  ///   needs,
  ///   ``StorageError/migrationFailed(version:reason:)`` with that step undone, and
  ///   ``StorageError/beingWritten`` while another program keeps it from writing.
  func run(on database: Database, now: Date) throws {
    try prepare(database)
    for migration in migrations {
      do {
        try database.inTransaction(.immediate) {
          let found = try version(of: database)
          guard try isReadable(database) else {
            throw StorageError.newerSchema(found: found, known: known)
          }
          if found < migration.version { try apply(migration, to: database, now: now) }
          return .commit
        }
      } catch let error as DatabaseError {
        throw StorageError(step: migration.version, error)
      }
    }
  }

  /// The newest step the database has had; 0 for an empty one.
  func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT max(version) FROM schema_migrations") ?? 0
  }

  /// Whether this version can work on the schema as it is, once the steps it knows are applied: it
  /// knows all of them, or the unknown ones only add.
  func isReadable(_ database: Database) throws -> Bool {
    guard try version(of: database) > known else { return true }
    guard try database.columns(in: Self.table).contains(where: { $0.name == "readable_from" })
    else { return false }
    let from = try Int.fetchOne(
      database, sql: "SELECT readable_from FROM \(Self.table) ORDER BY version DESC LIMIT 1")
    return from.map { $0 <= known } ?? false
  }

  private static let table = "schema_migrations"

  private func prepare(_ database: Database) throws {
    do {
      try database.inTransaction(.immediate) {
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS \(Self.table) (
              version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT
            """)
        // Here and not as a step: it decides whether steps can be applied.
        if try !database.columns(in: Self.table).contains(where: { $0.name == "readable_from" }) {
          try database.execute(sql: "ALTER TABLE \(Self.table) ADD COLUMN readable_from INTEGER")
        }
        return .commit
      }
    } catch let error as DatabaseError {
      throw StorageError(step: 0, error)
    }
  }

  private func apply(_ migration: Migration, to database: Database, now: Date) throws {
    for statement in migration.statements {
      try database.execute(sql: SQLiteDialect.spell(statement))
    }
    try database.execute(
      sql: """
        INSERT INTO \(Self.table) (version, name, applied_at, readable_from) VALUES (?, ?, ?, ?)
        """,
      arguments: [
        migration.version, migration.name, now.milliseconds, readableFrom(migration.version),
      ])
  }

  private func readableFrom(_ version: Int) -> Int {
    let breaking = migrations.last { $0.isBreaking && $0.version <= version }?.version ?? 0
    return max(firstReadable, breaking)
  }
}
