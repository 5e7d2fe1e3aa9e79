import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// A checkpoint runs beside the writer: it moves the log into the database file, and the log starts
/// again.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct CheckpointerTests {
  private let pool: DatabasePool
  private let path: String

  init() throws {
    path = try temporaryPath()
    pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { try MigrationRunner().run(on: $0, now: StoppedClock().now) }
  }

  private func writer(_ checkpointer: Checkpointer) -> GroupCommitWriter {
    GroupCommitWriter(pool: pool, batchLimit: 1, bulkLimit: 1, checkpointer: checkpointer)
  }

  private func write(_ numbers: ClosedRange<Int64>, _ writer: GroupCommitWriter) async throws {
    for number in numbers {
      try await writer.write(in: .prompt) { _ = try $0.insert(Sample.person(number)) }
    }
  }

  /// Pages in the log, counted from outside without moving any.
  private func log() throws -> Int {
    try pool.writeWithoutTransaction { database in
      // A passive checkpoint moves no pages that a reader of an older state still needs.
      try database.checkpoint(.passive).walFrameCount
    }
  }

  @Test func `a long log is checkpointed, and the next commit starts it again`() async throws {
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 100_000))
    let writer = writer(checkpointer)
    try await write(1...60, writer)
    checkpointer.settle()
    try await write(61...61, writer)
    // That commit may have asked for another one, and two at a time refuse each other.
    checkpointer.settle()
    #expect(try log() < 60)
    #expect(try await writer.write(in: .bulk) { try $0.person("60") } != nil)
    try checkpointer.close()
  }

  @Test func `without it the log only grows`() async throws {
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 100_000, longestLog: 100_000))
    try await write(1...61, writer(checkpointer))
    #expect(try log() > 100)
    try checkpointer.close()
  }

  @Test func `when the other connection fails, the writer moves it itself`() async throws {
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 64))
    let writer = writer(checkpointer)
    try checkpointer.close()
    try await write(1...200, writer)
    #expect(try log() < 100)
  }

  @Test func `nothing is lost when the file is opened again`() async throws {
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 64))
    try await write(1...80, writer(checkpointer))
    try checkpointer.close()
    try pool.close()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    #expect(try await ledger.integrityProblems() == [])
    let stored = try await ledger.read { snapshot in
      try (1...80 as ClosedRange<Int64>).count { try snapshot.person(Person.ID($0)) != nil }
    }
    #expect(stored == 80)
  }

  /// SQLite before 3.51.3 can lose the new log when a checkpoint finds nothing to move while the log
  /// begins again.
  @Test func `no checkpoint runs when nothing was committed since the one before`() async throws {
    let passes = Passes()
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 100_000),
      noting: { passes.note($0) })
    try await write(1...60, writer(checkpointer))
    checkpointer.settle()
    passes.forget()
    // One job, so one commit, and none after it.
    try await writer(checkpointer).write(in: .prompt) { tx in
      for number in 100...300 as ClosedRange<Int64> { _ = try tx.insert(Sample.person(number)) }
    }
    checkpointer.settle()
    #expect(passes.all.count == 1)
    try checkpointer.close()
  }

  @Test func `beside the other connection the writer moves nothing, however long the log`() throws {
    let (passes, pool) = (Passes(), pool)
    @Sendable func commit(_ rows: ClosedRange<Int>) throws {
      try pool.writeWithoutTransaction { database in
        try database.inTransaction {
          for row in rows {
            try database.execute(
              sql: "INSERT OR REPLACE INTO secrets (name, value) VALUES (?, zeroblob(900))",
              arguments: ["\(row)"])
          }
          return .commit
        }
        passes.checkpointer.withLock({ $0 })?.committed(on: database)
      }
    }
    try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 64),
      noting: { step in
        passes.note(step)
        guard case .moved = step, passes.all.count == 1 else { return }
        try? commit(1_000...1_600)
      })
    passes.checkpointer.withLock { $0 = checkpointer }
    try commit(1...100)
    checkpointer.settle()
    // Its second pass found what was committed meanwhile.
    #expect(passes.steps.count >= 2)
    #expect(!passes.steps.prefix(2).contains(.movedByWriter))
    #expect(passes.all.last ?? 0 >= 64)
    passes.checkpointer.withLock { $0 = nil }
    try checkpointer.close()
  }

  /// A reader that holds the present state, so that the log cannot start again.
  private func reader() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM people")
    }
    return reader
  }

  @Test func `a commit during a checkpoint is moved by a second one`() async throws {
    let (passes, pool) = (Passes(), pool)
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, longestLog: 100_000),
      noting: { step in
        passes.note(step)
        guard passes.all.count == 1 else { return }
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 7") }
      })
    let reader = try reader()
    try await writer(checkpointer).write(in: .prompt) { tx in
      for number in 1...200 as ClosedRange<Int64> { _ = try tx.insert(Sample.person(number)) }
    }
    checkpointer.settle()
    #expect(passes.all.count == 2)
    #expect(passes.all.last ?? 0 > passes.all.first ?? 0)
    try reader.close()
    try checkpointer.close()
  }

  @Test func `behind a reader of a long log the writer waits a moment, unless writes wait`()
    async throws
  {
    let passes = Passes()
    let checkpointer = try Checkpointer(
      of: pool, Configuration(), limits: .init(longLog: 8, stuckLog: 16, longestLog: 100_000),
      noting: { passes.note($0) })
    let reader = try reader()
    func commit(isIdle: Bool) throws {
      try pool.writeWithoutTransaction { database in
        try database.inTransaction {
          for number in 1...200 {
            try database.execute(
              sql: "INSERT OR REPLACE INTO secrets (name, value) VALUES (?, zeroblob(900))",
              arguments: ["\(number)"])
          }
          return .commit
        }
        checkpointer.committed(on: database, isIdle: { isIdle })
      }
      checkpointer.settle()
    }
    try commit(isIdle: false)
    #expect(passes.waits == 0)
    try commit(isIdle: true)
    #expect(passes.waits == 1)
    let stuck = try log()
    try reader.close()
    try commit(isIdle: true)
    try commit(isIdle: true)
    #expect(try log() < stuck)
    try checkpointer.close()
  }

  @Test func `the file of the log keeps at most 128 MB`() throws {
    let checkpointer = try Checkpointer(of: pool, Configuration())
    let limit = try pool.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA journal_size_limit")
    }
    #expect(limit == 134_217_728)
    try checkpointer.close()
  }
}

/// What the checkpointer did.
private final class Passes: Sendable {
  private let noted = Mutex<[Checkpointer.Step]>([])
  /// Whose steps these are, for commits that are made during one.
  let checkpointer = Mutex<Checkpointer?>(nil)

  /// The pages of the log at each pass.
  var all: [Int] {
    steps.compactMap { if case .moved(let pages) = $0 { pages } else { nil } }
  }

  var steps: [Checkpointer.Step] { noted.withLock { $0 } }
  var waits: Int { steps.count { $0 == .waited } }
  func note(_ step: Checkpointer.Step) { noted.withLock { $0.append(step) } }
  func forget() { noted.withLock { $0 = [] } }
}
