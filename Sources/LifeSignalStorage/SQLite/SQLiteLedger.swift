import Foundation
package import GRDB
public import LifeSignalEngine

/// The engine's memory in one SQLite file: WAL, `synchronous=FULL`, group commit.
///
/// One process at a time should write to a file; others may read. Reads run on connections of
/// their own and never wait for writes.
public final class SQLiteLedger: Ledger {
  /// How many writes share a commit.
  public enum CommitMode: Sendable {
    /// Up to 512, whatever has queued up while the last commit waited for the disk.
    case grouped
    /// One. For comparison only.
    case single

    fileprivate var batchLimit: Int {
      switch self {
      case .grouped: 512
      case .single: 1
      }
    }

    fileprivate var bulkLimit: Int {
      switch self {
      case .grouped: 48
      case .single: 1
      }
    }
  }

  /// The file itself, for benchmarks and crash tests. Everybody else goes through the port.
  package let pool: DatabasePool
  private let writer: GroupCommitWriter
  private let reader: GroupReader
  private let checkpointer: Checkpointer?
  /// Held until this ledger is closed: nobody replaces the file beneath it.
  private let lock: FileLock?

  private init(
    pool: DatabasePool, commits: CommitMode, checkpointer: Checkpointer? = nil,
    lock: FileLock? = nil
  ) {
    self.pool = pool
    self.checkpointer = checkpointer
    self.lock = lock
    reader = GroupReader(pool: pool)
    writer = GroupCommitWriter(
      pool: pool, batchLimit: commits.batchLimit, bulkLimit: commits.bulkLimit,
      checkpointer: checkpointer)
  }

  /// Opens or creates the file at `path` and brings its schema up to date. Blocks the caller.
  /// - Throws: ``StorageError``.
  public static func open(
    at path: String, clock: any ServerClock, commits: CommitMode = .grouped
  ) throws -> SQLiteLedger {
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      let pool = try migratedPool(at: path, now: clock.now)
      return SQLiteLedger(
        pool: pool, commits: commits, checkpointer: try Checkpointer(of: pool, configuration),
        lock: lock)
    } catch let error as DatabaseError {
      throw StorageError.cannotOpen(reason: error.message ?? "no reason given")
    } catch is DatabaseFileError {
      throw StorageError.cannotOpen(reason: Self.isBeingChanged)
    }
  }

  private static let isBeingChanged = "it is being restored or migrated"

  /// Brings the schema up to date, as ``open(at:clock:commits:)`` does, and closes the file again.
  static func migrate(at path: String, now: Date) throws {
    do {
      try migratedPool(at: path, now: now).close()
    } catch let error as DatabaseError {
      throw StorageError.cannotOpen(reason: error.message ?? "no reason given")
    }
  }

  private static func migratedPool(at path: String, now: Date) throws -> DatabasePool {
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { database in
      try SQLiteDurability.waitForDisk(database)
      try SQLiteDurability.verify(database)
      // KiB. Writes touch pages all over the file; each one not found here is a call into the kernel.
      try database.execute(sql: "PRAGMA cache_size = -65536")
      try MigrationRunner().run(on: database, now: now)
    }
    return pool
  }

  /// Opens the file at `path` for reading only, beside a server that runs or after one that did.
  /// Changes nothing, not even the schema. Blocks the caller.
  /// - Throws: ``StorageError``; ``StorageError/olderSchema(found:known:)`` for a file that no server
  ///   of this version has opened yet.
  public static func openForReading(at path: String) throws -> SQLiteLedger {
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      var configuration = configuration
      configuration.readonly = true
      let pool = try DatabasePool(path: path, configuration: configuration)
      let runner = MigrationRunner()
      let (found, known) = (try pool.read(runner.version), runner.migrations.last?.version ?? 0)
      guard found <= known else { throw StorageError.newerSchema(found: found, known: known) }
      guard found == known else { throw StorageError.olderSchema(found: found, known: known) }
      return SQLiteLedger(pool: pool, commits: .single, lock: lock)
    } catch let error as DatabaseError {
      throw StorageError.cannotOpen(reason: error.message ?? "no reason given")
    } catch is DatabaseFileError {
      throw StorageError.cannotOpen(reason: Self.isBeingChanged)
    }
  }

  /// Opens a file that is there, of this version's schema, beside the server that owns it. Blocks the
  /// caller.
  /// - Throws: ``StorageError``.
  public static func openExisting(at path: String) throws -> SQLiteLedger {
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      let pool = try DatabasePool(path: path, configuration: configuration)
      let known = MigrationRunner().migrations.last?.version ?? 0
      try pool.writeWithoutTransaction { database in
        try SQLiteDurability.waitForDisk(database)
        try SQLiteDurability.verify(database)
      }
      let found = try pool.read { database in
        try database.tableExists("schema_migrations")
          ? MigrationRunner().version(of: database) : 0
      }
      guard found == known else { throw StorageError.otherSchema(found: found, known: known) }
      return SQLiteLedger(pool: pool, commits: .single, lock: lock)
    } catch let error as DatabaseError {
      throw StorageError.cannotOpen(reason: error.message ?? "no reason given")
    } catch is DatabaseFileError {
      throw StorageError.cannotOpen(reason: Self.isBeingChanged)
    }
  }

  public func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try await writer.write(in: lane, body)
  }

  public func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    do {
      return try await pool.read { database in
        try body(SQLTransaction(session: SQLiteSession(database: database)))
      }
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  public func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await reader.read(body)
  }

  /// Short readings that wait for their turn now.
  var readingsWaiting: Int { reader.waiting }

  public var backlog: Int { writer.backlog }

  /// What SQLite's own check finds wrong with the file; empty when all is well. Reads every page.
  public func integrityProblems() async throws -> [String] {
    do {
      let lines = try await pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
      return lines == ["ok"] ? [] : lines
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  /// Finishes what is queued and closes the file. Later calls fail.
  public func close() async throws {
    for lane in WriteLane.allCases { try await writer.write(in: lane) { _ in } }
    do {
      try checkpointer?.close()
      try pool.close()
      lock?.giveBack()
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "lifesignal.ledger"
    configuration.foreignKeysEnabled = true
    // Another process may hold the file for a moment: a backup, or a predecessor that is leaving.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // KiB, per connection; the default of 2 MiB does not hold the upper levels of the indexes
      // of a million people.
      try database.execute(sql: "PRAGMA cache_size = -16384")
      // Every savepoint keeps the pages it changes. On disk, where they go without this, they cost
      // three times as many writes as the log itself; crash safety does not need them.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      // Pages. A page that changes in many commits goes back to the file once per checkpoint.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 8192")
    }
    return configuration
  }
}
