public import Foundation
import GRDB

/// The difference between a database's schema and the one this version works with.
public struct SchemaPlan: Equatable, Sendable {
  /// The newest step the database has had; 0 for an empty file.
  public var found: Int
  public var known: Int
  /// The missing steps, by number and name, in the order they are applied.
  public var steps: [String]

  public var isDone: Bool { steps.isEmpty }

  /// The newest step this version knows.
  public static var knownSchema: Int { Migration.all.count }
}

extension SchemaPlan {
  /// Examines the file at `path` and changes nothing. Blocks the caller.
  /// - Throws: ``DatabaseFileError`` if the file is not one of ours, of a later release, or being
  ///   restored.
  public static func of(_ path: String) throws -> SchemaPlan {
    let lock = try FileLock.take(.shared, ofDatabase: path)
    defer { lock?.giveBack() }
    return try read(path)
  }

  private static func read(_ path: String) throws -> SchemaPlan {
    try DatabaseFileError.telling(of: path) {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { database in
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        return SchemaPlan(
          from: isEmpty ? 0 : try DatabaseSummary.schema(of: database, in: path))
      }
    }
  }

  /// Applies the missing steps, each in a transaction of its own, while no process has the database
  /// open. Blocks the caller.
  /// - Returns: the applied steps.
  /// - Throws: ``DatabaseFileError``; ``StorageError/migrationFailed(version:reason:)`` with that
  ///   step undone and those before it applied.
  public static func carryOut(at path: String, now: Date) throws -> SchemaPlan {
    let first = try of(path)
    guard !first.isDone else { return first }
    let lock = try FileLock.take(.alone, ofDatabase: path)
    defer { lock?.giveBack() }
    // Once no other process can work on it.
    let plan = try read(path)
    try DatabaseRestore.refuseOpen(path)
    try SQLiteLedger.migrate(at: path, now: now)
    return plan
  }

  private init(from found: Int) {
    let all = Migration.all
    self.init(
      found: found, known: all.count,
      steps: all.dropFirst(found).map { "\($0.version) \($0.name)" })
  }
}
