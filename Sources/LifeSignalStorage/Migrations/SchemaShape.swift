import Foundation
import GRDB

/// The parts that the steps of the schema create; the table of steps may claim something else.
enum SchemaShape {
  /// The problem of a database of ours whose applied steps cannot be determined.
  static let withoutSteps = """
    it has tables of LifeSignal's, but schema_migrations, which says which release they are of, is \
    empty or cannot be read
    """

  /// The steps a database has had, in their order; nil if that cannot be read, if there is none, or
  /// if one between others is missing. Other programs have tables of this name, with values of
  /// other types.
  static func steps(of database: Database) throws -> [(version: Int, name: String)]? {
    let rows: [Row]
    do {
      guard try database.tableExists("schema_migrations") else { return nil }
      rows = try Row.fetchAll(
        database, sql: "SELECT version, name FROM schema_migrations ORDER BY version")
    } catch let error as DatabaseError {
      let isOfTheTable =
        error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_ERROR
      guard isOfTheTable, try isOurs(database) else { throw error }
      return nil
    }
    var steps: [(version: Int, name: String)] = []
    for row in rows {
      guard let version = Int.fromDatabaseValue(row["version"]),
        let name = String.fromDatabaseValue(row["name"])
      else { return nil }
      steps.append((version: version, name: name))
    }
    let hasGap = zip(steps, Migration.all).contains { $0.version != $1.version }
    return steps.isEmpty || hasGap ? nil : steps
  }

  /// Whether a database has tables that our first step creates. Another program may have one or two
  /// of these names.
  static func isOurs(_ database: Database) throws -> Bool {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    return firstTables.intersection(tables).count > 2
  }

  private static let firstTables: Set<String> = [
    "people", "relations", "watches", "check_ins", "alerts", "deliveries",
  ]

  /// - Throws: ``StorageError/withoutSteps`` for a database of ours whose steps cannot be read.
  static func requireSteps(_ database: Database) throws {
    guard try isOurs(database), try steps(of: database) == nil else { return }
    throw StorageError.withoutSteps
  }

  /// - Throws: ``StorageError/foreign`` for a database of another program;
  ///   ``StorageError/newerSchema(found:known:)``; ``StorageError/withoutSteps``. An empty one, and
  ///   one whose first step was interrupted, is ours.
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
    } catch DatabaseFileError.damaged(_, let problems) where problems == [withoutSteps] {
      throw StorageError.withoutSteps
    }
  }
}
