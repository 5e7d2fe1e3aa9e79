import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// What the writer does when the disk is full, fails, or undoes a transaction by itself.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct FullDiskTests {
  private let pool: DatabasePool
  private let path: String

  init() throws {
    path = try temporaryPath()
    pool = try DatabasePool(path: path, configuration: SQLiteLedger.configuration)
    try pool.writeWithoutTransaction { try MigrationRunner().run(on: $0, now: StoppedClock().now) }
  }

  @Test func `a quota that is used up is a full disk, and no failed one`() {
    let full = SQLiteFailure(code: 778, message: "disk I/O error", systemError: EDQUOT)
    #expect(full.isFull && !full.isDiskFailure)
    let failed = SQLiteFailure(code: 778, message: "disk I/O error", systemError: EIO)
    #expect(failed.isDiskFailure && !failed.isFull)
  }

  /// Lets SQLite refuse every page more.
  private func fill() throws {
    try pool.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
  }

  private static let big: Person = {
    var person = Sample.person(1)
    person.profile.emergencyNote = String(repeating: "x", count: 100_000)
    return person
  }()

  @Test func `a write that finds the disk full is stored in the room that was kept`() async throws {
    let (calls, pool) = (Counted(), pool)
    let writer = GroupCommitWriter(
      pool: pool, batchLimit: 8, bulkLimit: 8,
      makeRoom: {
        calls.note()
        guard calls.count == 1 else { return false }
        try? pool.unsafeReentrantWrite { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        return true
      })
    try fill()
    #expect(try await writer.write(in: .prompt) { try $0.insert(Self.big) })
    #expect(calls.count == 1)
    #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") } == 1)
  }

  @Test func `without room to give the write is refused as before`() async throws {
    let writer = GroupCommitWriter(pool: pool, batchLimit: 8, bulkLimit: 8)
    try fill()
    await #expect(throws: LedgerError.self) {
      try await writer.write(in: .prompt) { try $0.insert(Self.big) }
    }
  }

  @Test func `room is kept on the disk, given once, and kept again by the next start`() throws {
    let space = DiskSpace(free: 80_000_000, total: 100_000_000)
    let reserve = DiskReserve(ofDatabase: path, on: space)
    #expect(reserve.isKept)
    let size = FilePlacement.size(path + DiskReserve.suffix)
    #expect(size == 1_000_000)
    var entry = stat()
    #expect(stat(path + DiskReserve.suffix, &entry) == 0)
    // Blocks, not a hole.
    #expect(Int64(entry.st_blocks) * 512 >= size)
    #expect(reserve.release())
    #expect(!reserve.isKept && !reserve.release())
    #expect(FilePlacement.size(path + DiskReserve.suffix) == 0)
    #expect(DiskReserve(ofDatabase: path, on: space).isKept)
    #expect(
      !DiskReserve(ofDatabase: path + "2", on: DiskSpace(free: 7_000_000, total: 100_000_000))
        .isKept)
  }

  @Test func `a commit that the disk fails to take ends the server, a full one does not`()
    async throws
  {
    for (code, isFailure) in [(ResultCode.SQLITE_IOERR_FSYNC, true), (.SQLITE_FULL, false)] {
      let failing = FailingCommits(code)
      pool.add(transactionObserver: failing)
      let calls = Counted()
      let writer = GroupCommitWriter(
        pool: pool, batchLimit: 8, bulkLimit: 8, diskFailed: { _ in calls.note() })
      await #expect(throws: LedgerError.self) {
        try await writer.write(in: .prompt) { try $0.insert(Sample.person(1)) }
      }
      #expect(calls.count == (isFailure ? 1 : 0))
      pool.remove(transactionObserver: failing)
    }
  }

  @Test func `writes after a transaction that SQLite undid are stored whole or not at all`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let runs = Counted()
    let results = await ledger.together([
      { tx in
        runs.note()
        guard runs.count == 1, let session = (tx as? SQLTransaction)?.session else { return }
        // As SQLite does by itself after an error of the disk, which this job has caught.
        _ = try session.change("ROLLBACK", [])
      },
      { _ = try $0.insert(Sample.person(2)) },
      { _ = try $0.insert(Sample.person(3)) },
    ])
    #expect(results.compactMap(\.failure).isEmpty)
    #expect(try await ledger.read { try $0.person("2") != nil && $0.person("3") != nil })
  }

  @Test func `the disk and the log are known to health`() async throws {
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    let condition = ledger.condition
    #expect(condition.logBytes ?? 0 > 4_096)
    #expect(condition.freeBytes ?? 0 > 0)
    #expect(condition.diskBytes ?? 0 >= condition.freeBytes ?? 0)
    #expect(condition.hasReserve == nil)
  }
}

private final class Counted: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func note() { number.withLock { $0 += 1 } }
}

private final class FailingCommits: TransactionObserver {
  private let code: ResultCode

  init(_ code: ResultCode) { self.code = code }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { throw DatabaseError(resultCode: code, message: "a test") }
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}
}
