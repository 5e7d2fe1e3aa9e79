package import Foundation
package import GRDB
public import LifeSignalEngine
public import LifeSignalModel

/// The engine's memory in one SQLite file: WAL, `synchronous=FULL`, group commit.
///
/// One process at a time should write to a file; others may read. Reads run on connections of
/// their own and never wait for writes.
public final class SQLiteLedger: Ledger {
  /// How many writes share a commit.
  public enum CommitMode: Sendable {
    /// Up to 512: all that have queued up while the last commit waited for the disk.
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

  /// Options of the one server of a database, as opposed to its tools. The role keeps other servers
  /// out until the ledger is closed.
  public struct ServerRole: Sendable {
    /// Whether to reserve room on the disk for check-ins.
    public var keepsReserve: Bool
    /// Called with the reason when the disk has failed during a commit, before any caller gets an answer.
    /// Afterwards the system's cache may differ from the disk, so the process should end and start again.
    public var diskFailed: @Sendable (String) -> Void
    /// Called with what became of the stored data when the database, its log or the server's lock is no longer
    /// under its name, or part of the log is gone; before the last commit is acknowledged. A later start would
    /// not find what is acknowledged, so the process should end.
    public var filesLost: @Sendable (String) -> Void
    /// Called with the reason when the database, which could not be written when it was opened, can be written
    /// now: SQLite refuses writes until it is opened again, so the process should end.
    public var mustReopen: @Sendable (String) -> Void

    public init(
      keepsReserve: Bool, diskFailed: @escaping @Sendable (String) -> Void,
      filesLost: @escaping @Sendable (String) -> Void = { _ in },
      mustReopen: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      self.keepsReserve = keepsReserve
      self.diskFailed = diskFailed
      self.filesLost = filesLost
      self.mustReopen = mustReopen
    }
  }

  /// The file itself, for benchmarks and crash tests. All other code uses the port.
  package let pool: DatabasePool
  /// Readers for ``ReadPurpose/promise`` and for short readings, and readers for
  /// ``ReadPurpose/export``. Both are the pool itself in a ledger opened without them.
  let promises: DatabasePool
  private let exports: DatabasePool
  private let writer: GroupCommitWriter
  private let reader: GroupReader
  private let checkpointer: Checkpointer?
  private let damaged = DamagedRows()
  let examinedSchema = ExaminedSchema()
  private let reserve: DiskReserve?
  private let log: LogExamination.Verdict
  /// Whether the log was damaged, and there was no room to keep it.
  private let isDamageUnkept: Bool
  private let serverLock: FileLock?
  /// Held until this ledger is closed: no process replaces the file beneath it, and if it is a
  /// server's no other server opens it.
  private let locks: [FileLock]

  private init(
    pool: DatabasePool, commits: CommitMode, checkpointer: Checkpointer? = nil,
    locks: [FileLock?], promises: DatabasePool? = nil, exports: DatabasePool? = nil,
    server: ServerRole? = nil, reserve: DiskReserve? = nil,
    log: LogExamination.Verdict = .whole, serverLock: FileLock? = nil, name: String? = nil
  ) {
    self.pool = pool
    self.log = log
    isDamageUnkept = log == .damaged && access(pool.path + Self.damagedLogSuffix, F_OK) != 0
    self.serverLock = serverLock
    self.promises = promises ?? pool
    self.exports = exports ?? pool
    self.checkpointer = checkpointer
    self.locks = locks.compactMap { $0 }
    reader = GroupReader(pool: self.promises, damaged: damaged)
    self.reserve = reserve
    let makeRoom: @Sendable () -> Bool = { reserve?.release() ?? false }
    let ignoring: @Sendable (String) -> Void = { _ in }
    writer = GroupCommitWriter(
      pool: pool, batchLimit: commits.batchLimit, bulkLimit: commits.bulkLimit,
      checkpointer: checkpointer, damaged: damaged, makeRoom: makeRoom,
      diskFailed: server?.diskFailed ?? ignoring,
      files: server.flatMap { _ in OpenFiles(at: pool.path, named: name, lock: serverLock) },
      filesLost: server?.filesLost ?? ignoring, mustReopen: server?.mustReopen ?? ignoring)
  }

  /// Opens or creates the file of this name and brings its schema up to date. Blocks the caller.
  /// - Parameter server: nil for tests and tools, which may open a file that other processes have
  ///   open too.
  /// - Throws: ``StorageError``; ``StorageError/otherServer`` while another server has it open.
  public static func open(
    at name: String, clock: any ServerClock, commits: CommitMode = .grouped,
    server: ServerRole? = nil
  ) throws -> SQLiteLedger {
    // Where a symbolic link leads: SQLite keeps the log beside the file itself.
    let path = FileLock.real(name)
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      let serverLock = try server.flatMap { _ in try FileLock.takeAsServer(ofDatabase: path) }
      let log = server == nil ? .whole : LogExamination.look(at: path)
      if log == .damaged { keepDamagedLog(of: path) }
      // A file that only its owner can read; SQLite's files beside it get the same permissions. An
      // existing file keeps its permissions.
      if access(path, F_OK) != 0 { try FilePlacement.create(path) }
      let pool = try migratedPool(at: path, now: clock.now, isWhole: server != nil)
      if let trace = DatabaseTrace(of: path) { serverLock?.note(trace.text) }
      return SQLiteLedger(
        pool: pool, commits: commits, checkpointer: try Checkpointer(of: pool, configuration),
        locks: [lock, serverLock], promises: try readers(of: path, most: 8, cache: 4_096),
        exports: try readers(of: path, most: 1, cache: 4_096), server: server,
        reserve: server?.keepsReserve == true
          ? DiskReserve(ofDatabase: path, on: DiskSpace(of: FilePlacement.folder(of: path))) : nil,
        log: log, serverLock: serverLock, name: name)
    } catch let error as DatabaseError {
      throw StorageError(opening: error)
    } catch DatabaseFileError.inUse {
      throw StorageError.beingWritten
    } catch DatabaseFileError.beingChanged {
      throw StorageError.cannotOpen(reason: "it is being restored or migrated")
    }
  }

  /// Connections that only read.
  /// - Parameter cache: the most KiB of pages each of them keeps.
  private static func readers(of path: String, most: Int, cache: Int) throws -> DatabasePool {
    var configuration = configuration
    configuration.readonly = true
    configuration.maximumReaderCount = most
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -\(cache)") }
    return try DatabasePool(path: path, configuration: configuration)
  }

  static let damagedLogSuffix = "-damaged-log"

  /// Before SQLite overwrites the part it cannot read. The first copy stays.
  private static func keepDamagedLog(of path: String) {
    let file = path + damagedLogSuffix
    guard access(file, F_OK) != 0 else { return }
    try? FileManager.default.copyItem(atPath: "\(path)-wal", toPath: file)
  }

  /// A warning for the operator about the log that was found; nil if all of it could be read.
  public var logWarning: String? {
    switch log {
    case .whole: nil
    case .cutOff:
      """
      The end of the log could not be read and was cut off. After a crash or a power cut that is the commit \
      that was under way, and no one had received its answer. A last commit that the disk has damaged looks the same.
      """
    case .damaged:
      """
      The log was damaged: commits that were on the disk cannot be read any more, so check-ins and alerts that \
      were acknowledged are lost. The log is kept as \(damagedLog). Look at the disk, ask \
      people to check in, and remove that file: until then health reports it.
      """
    }
  }

  /// Where a damaged log is kept.
  public var damagedLog: String { pool.path + Self.damagedLogSuffix }

  /// Whether a log was found damaged, by this start or an earlier one, and the operator has not
  /// acknowledged it.
  private var hasLostCommits: Bool {
    access(damagedLog, F_OK) == 0 || isDamageUnkept
  }

  /// Brings the schema up to date, as ``open(at:clock:commits:)`` does, and closes the file again.
  package static func migrate(at path: String, now: Date) throws {
    do {
      try migratedPool(at: path, now: now).close()
    } catch let error as DatabaseError {
      throw StorageError(opening: error)
    }
  }

  /// - Parameter isWhole: whether every part of the schema must exist, as far as its steps were
  ///   applied.
  private static func migratedPool(
    at path: String, now: Date, isWhole: Bool = false
  ) throws -> DatabasePool {
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { database in
      try SQLiteDurability.waitForDisk(database)
      try SQLiteDurability.verify(database)
      // KiB. Writes touch pages all over the file; each one not found here is a call into the kernel.
      try database.execute(sql: "PRAGMA cache_size = -65536")
      try SchemaShape.requireOurs(database, in: path)
      try MigrationRunner().run(on: database, now: now)
      if isWhole { try SchemaDifferences.requireNone(in: database) }
    }
    return pool
  }

  /// Opens the file at `path` for reading only, beside a running server or after one. Changes
  /// nothing, not even the schema. Blocks the caller.
  /// - Throws: ``StorageError``; ``StorageError/olderSchema(found:known:)`` for a file that no
  ///   server of this version has opened yet.
  public static func openForReading(at path: String) throws -> SQLiteLedger {
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      var configuration = configuration
      configuration.readonly = true
      let pool = try DatabasePool(path: path, configuration: configuration)
      let runner = MigrationRunner()
      let (found, isReadable) = try pool.read { database -> (Int, Bool) in
        try SchemaShape.requireSteps(database)
        return (try runner.version(of: database), try runner.isReadable(database))
      }
      let known = runner.known
      guard isReadable else { throw StorageError.newerSchema(found: found, known: known) }
      guard found >= known else { throw StorageError.olderSchema(found: found, known: known) }
      return SQLiteLedger(pool: pool, commits: .single, locks: [lock])
    } catch let error as DatabaseError {
      throw StorageError(opening: error)
    } catch DatabaseFileError.beingChanged {
      throw StorageError.cannotOpen(reason: "it is being restored or migrated")
    }
  }

  /// Opens an existing file of this version's schema, beside the server that owns it. Blocks the
  /// caller.
  /// - Throws: ``StorageError``.
  public static func openExisting(at path: String) throws -> SQLiteLedger {
    do {
      let lock = try FileLock.take(.shared, ofDatabase: path)
      let pool = try DatabasePool(path: path, configuration: configuration)
      let runner = MigrationRunner()
      try pool.writeWithoutTransaction { database in
        try SQLiteDurability.waitForDisk(database)
        try SQLiteDurability.verify(database)
      }
      let (found, isReadable) = try pool.read { database -> (Int, Bool) in
        try SchemaShape.requireSteps(database)
        return try database.tableExists("schema_migrations")
          ? (runner.version(of: database), runner.isReadable(database)) : (0, false)
      }
      guard isReadable, found >= runner.known else {
        throw StorageError.otherSchema(found: found, known: runner.known)
      }
      return SQLiteLedger(pool: pool, commits: .single, locks: [lock])
    } catch let error as DatabaseError {
      throw StorageError(opening: error)
    } catch DatabaseFileError.beingChanged {
      throw StorageError.cannotOpen(reason: "it is being restored or migrated")
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
    try await read(for: .page, body)
  }

  public func read<R: Sendable>(
    for purpose: ReadPurpose, _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    do {
      let connections =
        switch purpose {
        case .promise: promises
        case .page: pool
        case .export: exports
        }
      return try await connections.read { [damaged] database in
        try body(SQLTransaction(session: SQLiteSession(database: database, damaged: damaged)))
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

  /// A reading that blocks the caller, for tests that look at what is stored.
  package func look<R>(_ body: (Database, any LedgerSnapshot) throws -> R) throws -> R {
    try pool.read { database in
      try body(database, SQLTransaction(session: SQLiteSession(database: database)))
    }
  }

  /// Short readings that wait for their turn now.
  var readingsWaiting: Int { reader.waiting }

  public var backlog: Int { writer.backlog }

  public var condition: LedgerCondition {
    let space = DiskSpace(of: FilePlacement.folder(of: pool.path))
    return LedgerCondition(
      logBytes: FilePlacement.size("\(pool.path)-wal"), freeBytes: space?.free,
      diskBytes: space?.total, hasReserve: reserve?.isKept, hasLostCommits: hasLostCommits)
  }

  public func waitingWrites(in lane: WriteLane) -> Int { writer.waiting(in: lane) }
  public var unreadableRows: [String: Int] { damaged.counts }

  /// The problems that SQLite's own check finds in the file; empty when all is well. Reads every
  /// page.
  public func integrityProblems() async throws -> [String] {
    do {
      let lines = try await pool.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
      return lines == ["ok"] ? [] : lines
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  /// Finishes the queued writes and closes the file. Later calls fail.
  public func close() async throws {
    for lane in WriteLane.allCases { try await writer.write(in: lane) { _ in } }
    do {
      try checkpointer?.close()
      for readers in [promises, exports] where readers !== pool { try readers.close() }
      // Last: the connection that closes the file last moves the log into it.
      try pool.close()
      // Without its log.
      if let trace = DatabaseTrace(of: pool.path) { serverLock?.note(trace.text) }
      for lock in locks { lock.giveBack() }
    } catch let error as DatabaseError {
      throw SQLiteFailure(error).ledgerError
    }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "lifesignal.ledger"
    configuration.foreignKeysEnabled = true
    // Another process may hold the file for a moment: a backup, or a predecessor that is ending.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // KiB, per connection; the default of 2 MiB does not hold the upper levels of the indexes
      // of a million people.
      try database.execute(sql: "PRAGMA cache_size = -16384")
      // Every savepoint keeps the pages it changes. On disk, the default place, they cost three
      // times as many writes as the log itself; crash safety does not need them.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      // Pages. A page that changes in many commits is written back to the file once per checkpoint.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 8192")
    }
    return configuration
  }
}
