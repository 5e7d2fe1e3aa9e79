import Foundation
import GRDB
import LifeSignalModel

/// Brings a database to the newest schema this version knows, one transaction per step.
struct MigrationRunner {
  var migrations: [Migration] = Migration.all

  /// Applies what is missing; a second run changes nothing.
  ///
  /// Each step takes the write lock before it looks whether it is still needed, so two processes
  /// may start at once.
  /// - Throws: ``StorageError/newerSchema(found:known:)`` when a later release has been here,
  ///   ``StorageError/migrationFailed(version:reason:)`` with that step undone.
  func run(on database: Database, now: Date) throws {
    try prepare(database)
    let known = migrations.last?.version ?? 0
    for migration in migrations {
      do {
        try database.inTransaction(.immediate) {
          let found = try version(of: database)
          guard found <= known else {
            throw StorageError.newerSchema(found: found, known: known)
          }
          if found < migration.version { try apply(migration, to: database, now: now) }
          return .commit
        }
      } catch let error as DatabaseError {
        throw StorageError.migrationFailed(
          version: migration.version, reason: error.message ?? "no reason given")
      }
    }
  }

  /// The newest step the database has seen; 0 for an empty one.
  func version(of database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT max(version) FROM schema_migrations") ?? 0
  }

  private func prepare(_ database: Database) throws {
    do {
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS schema_migrations (
            version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT
          """)
    } catch let error as DatabaseError {
      throw StorageError.migrationFailed(version: 0, reason: error.message ?? "no reason given")
    }
  }

  private func apply(_ migration: Migration, to database: Database, now: Date) throws {
    for statement in migration.statements {
      try database.execute(sql: SQLiteDialect.spell(statement))
    }
    try database.execute(
      sql: "INSERT INTO schema_migrations (version, name, applied_at) VALUES (?, ?, ?)",
      arguments: [migration.version, migration.name, now.milliseconds])
  }
}
