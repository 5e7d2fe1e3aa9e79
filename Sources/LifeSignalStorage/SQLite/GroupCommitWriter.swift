import GRDB
import GRDBSQLite
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// Turns many concurrent writes into few commits.
///
/// With `synchronous=FULL` a commit waits for the disk. Writes that arrive in the meantime queue up
/// and share the next commit; each runs in a savepoint of its own, so one that fails is undone
/// alone. No caller is resumed before the commit: a job may have read another job's uncommitted
/// work.
final class GroupCommitWriter: Sendable {
  private struct Queue {
    var prompt: [any CommitJob] = []
    var bulk: [any CommitJob] = []
    var background: [any CommitJob] = []
    var isPumping = false

    /// Jobs for which a person or a loop waits.
    var count: Int { prompt.count + bulk.count }
    var isEmpty: Bool { count == 0 && background.isEmpty }

    mutating func add(_ job: any CommitJob, to lane: WriteLane) {
      switch lane {
      case .prompt: prompt.append(job)
      case .bulk: bulk.append(job)
      case .background: background.append(job)
      }
    }

    /// Each lane gets its share of every commit, so that none starves another.
    mutating func next(prompt most: Int, bulk mostOfBulk: Int) -> [any CommitJob] {
      let batch =
        prompt.prefix(most) + bulk.prefix(mostOfBulk) + background.prefix(Self.mostOfBackground)
      prompt.removeFirst(min(most, prompt.count))
      bulk.removeFirst(min(mostOfBulk, bulk.count))
      background.removeFirst(min(Self.mostOfBackground, background.count))
      return Array(batch)
    }

    private static let mostOfBackground = 16
  }

  private let pool: DatabasePool
  private let batchLimit: Int
  private let bulkLimit: Int
  private let checkpointer: Checkpointer?
  private let damaged: DamagedRows?
  private let queue = Mutex(Queue())
  private let makeRoom: @Sendable () -> Bool
  private let diskFailed: @Sendable (String) -> Void
  private let files: OpenFiles?
  private let filesLost: @Sendable (String) -> Void
  private let mustReopen: @Sendable (String) -> Void
  /// Whether the batch under way could not read something. Of the writer alone.
  private let hasMetDamage = Atomic<Bool>(false)

  /// - Parameters:
  ///   - batchLimit: Prompt jobs per commit, at least 1.
  ///   - bulkLimit: Others per commit, at least 1. A commit should take no longer than some 50 ms:
  ///     that is how long a prompt job waits for its turn.
  ///   - makeRoom: gives back room on a full disk, and says whether it could: then the batch runs again.
  ///   - diskFailed: called when the disk failed in a COMMIT, before any caller gets an answer.
  ///   - files: must still be under their names before a commit is acknowledged; nil to check none.
  ///   - filesLost: called when they are not, after the rescue of what is stored.
  ///   - mustReopen: called when the database was opened read-only and could be written now.
  ///   - damaged: counts rows that cannot be read.
  init(
    pool: DatabasePool, batchLimit: Int, bulkLimit: Int, checkpointer: Checkpointer? = nil,
    damaged: DamagedRows? = nil,
    makeRoom: @escaping @Sendable () -> Bool = { false },
    diskFailed: @escaping @Sendable (String) -> Void = { _ in },
    files: OpenFiles? = nil, filesLost: @escaping @Sendable (String) -> Void = { _ in },
    mustReopen: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.mustReopen = mustReopen
    self.files = files
    self.filesLost = filesLost
    self.makeRoom = makeRoom
    self.diskFailed = diskFailed
    self.pool = pool
    self.damaged = damaged
    self.checkpointer = checkpointer
    self.batchLimit = max(1, batchLimit)
    self.bulkLimit = max(1, bulkLimit)
  }

  /// Of all lanes.
  var queuedJobs: Int { queue.withLock { $0.count + $0.background.count } }
  /// Jobs for which a person or a loop waits.
  var backlog: Int { queue.withLock { $0.count } }

  func waiting(in lane: WriteLane) -> Int {
    queue.withLock { queue in
      switch lane {
      case .prompt: queue.prompt.count
      case .bulk: queue.bulk.count
      case .background: queue.background.count
      }
    }
  }

  func write<Value: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      submit(WriteJob(body, waiter: waiter), to: lane)
    }
  }

  private func submit(_ job: any CommitJob, to lane: WriteLane) {
    let isFirst = queue.withLock { queue in
      queue.add(job, to: lane)
      if queue.isPumping { return false }
      queue.isPumping = true
      return true
    }
    if isFirst { schedulePump() }
  }

  /// One batch per turn on GRDB's writer, so that a backup or a checkpoint gets a turn between.
  private func schedulePump() {
    pool.asyncWriteWithoutTransaction { database in
      self.commit(self.nextBatch(), on: database)
      let isDone = self.queue.withLock { queue in
        if queue.isEmpty { queue.isPumping = false }
        return queue.isEmpty
      }
      if !isDone { self.schedulePump() }
    }
  }

  private func nextBatch() -> [any CommitJob] {
    queue.withLock { $0.next(prompt: batchLimit, bulk: bulkLimit) }
  }

  private func commit(_ jobs: [any CommitJob], on database: Database) {
    if let files, sqlite3_db_readonly(database.sqliteConnection, "main") == 1, files.mayBeWritten {
      let words = "\(files.path) could not be written when the server opened it, and can be now"
      mustReopen(words)
      for job in jobs { job.finish(failing: LedgerError.unavailable(words)) }
      return
    }
    let outcomes: [(any Error)?]
    do {
      outcomes = try runAll(jobs, on: database)
    } catch {
      if database.isInsideTransaction { try? database.rollback() }
      let sqlite = (error as? DatabaseError).map { SQLiteFailure($0) }
      if sqlite?.isDamage == true { hasMetDamage.store(true, ordering: .relaxed) }
      if hasLostFiles(jobs, on: database) { return }
      let failure: any Error = sqlite?.ledgerError ?? error
      for job in jobs { job.finish(failing: failure) }
      return
    }
    if hasLostFiles(jobs, on: database) { return }
    FailPoint.afterCommit.hit()
    for (job, outcome) in zip(jobs, outcomes) { job.finish(failing: outcome) }
    checkpointer?.committed(on: database, isIdle: { self.queue.withLock { $0.isEmpty } })
  }

  /// Whether one of the database's files is lost. Then this has called `filesLost` and failed the jobs, in that order.
  private func hasLostFiles(_ jobs: [any CommitJob], on database: Database) -> Bool {
    let isDoubted = hasMetDamage.exchange(false, ordering: .relaxed)
    guard let files else { return false }
    var found = files.loss(after: isDoubted ? nil : checkpointer?.written)
    // Another program's checkpoint may have emptied the log after the commit. Only then does SQLite begin
    // the log again with the next commit: it writes to a log that was cut where that one would have ended.
    if found == .cutLog, files.hasEmptyLog,
      (try? SQLiteDurability.commitNothing(to: database)) != nil
    {
      found = files.loss(after: checkpointer?.written)
    }
    guard let loss = found else { return false }
    let words = files.rescue(loss, on: database)
    filesLost(words)
    for job in jobs { job.finish(failing: LedgerError.unknown(words)) }
    return true
  }

  /// Runs the jobs in one transaction and commits it; once more when there was no room and some could be
  /// made.
  /// - Returns: For each job, why it alone failed, or nil.
  /// - Throws: When the transaction as a whole is lost.
  private func runAll(_ jobs: [any CommitJob], on database: Database) throws -> [(any Error)?] {
    do {
      return try runOnce(jobs, on: database)
    } catch is RoomWasMade {
      if database.isInsideTransaction { try database.rollback() }
      return try runOnce(jobs, on: database)
    }
  }

  private struct RoomWasMade: Error {}

  /// Savepoints make SQLite copy every page a job changes, and hardly any job fails after it has
  /// written. So the first run goes without; when a job does fail with changes behind it, all is
  /// undone and the batch runs again, each job in a savepoint.
  private func runOnce(_ jobs: [any CommitJob], on database: Database) throws -> [(any Error)?] {
    let session = SQLiteSession(database: database, damaged: damaged)
    defer { if session.hasMetDamage { hasMetDamage.store(true, ordering: .relaxed) } }
    try database.beginTransaction(.immediate)
    var outcomes = try run(jobs, in: session)
    if session.hasMetFullDisk, makeRoom() { throw RoomWasMade() }
    if outcomes == nil {
      if database.isInsideTransaction { try database.rollback() }
      try database.beginTransaction(.immediate)
      outcomes = try jobs.map { try runInSavepoint($0, in: session) }
    }
    FailPoint.beforeCommit.hit()
    do {
      try database.commit()
    } catch let error as DatabaseError {
      let failure = SQLiteFailure(
        error, systemError: sqlite3_system_errno(database.sqliteConnection))
      if failure.isFull, makeRoom() { throw RoomWasMade() }
      if failure.isDamage { hasMetDamage.store(true, ordering: .relaxed) }
      if failure.isDiskFailure { diskFailed("\(failure.commitError)") }
      throw failure.commitError
    }
    return outcomes ?? []
  }

  /// Nil if a job failed after it had changed something, or if the transaction ended during a job.
  private func run(
    _ jobs: [any CommitJob], in session: SQLiteSession
  ) throws -> [(any Error)?]? {
    let transaction = SQLTransaction(session: session)
    var outcomes: [(any Error)?] = []
    outcomes.reserveCapacity(jobs.count)
    for job in jobs {
      let changes = session.totalChanges
      do {
        try job.run(in: transaction)
        // SQLite may have rolled back everything while the job caught the error: the rest would be
        // committed statement by statement.
        guard session.database.isInsideTransaction else { return nil }
        outcomes.append(nil)
      } catch {
        guard session.database.isInsideTransaction, session.totalChanges == changes else {
          return nil
        }
        outcomes.append(error)
      }
    }
    return outcomes
  }

  private func runInSavepoint(
    _ job: any CommitJob, in session: SQLiteSession
  ) throws -> (any Error)? {
    do {
      try session.change(Savepoint.begin, [])
      try job.run(in: SQLTransaction(session: session))
      try session.change(Savepoint.release, [])
      return nil
    } catch {
      // A full disk may make SQLite roll back everything, savepoint and all.
      guard session.database.isInsideTransaction else { throw error }
      try session.change(Savepoint.rollBack, [])
      try session.change(Savepoint.release, [])
      return error
    }
  }
}

private enum Savepoint {
  static let begin: SQLText = "SAVEPOINT job"
  static let release: SQLText = "RELEASE job"
  static let rollBack: SQLText = "ROLLBACK TO job"
}
