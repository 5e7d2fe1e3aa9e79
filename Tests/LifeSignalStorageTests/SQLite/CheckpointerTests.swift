import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// The log is moved into the file beside the writer, and begins anew.
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

  /// Pages in the log, by somebody who looks from outside and moves none of them.
  private func log() throws -> Int {
    try pool.writeWithoutTransaction { database in
      // Whoever reads an older state keeps the pages after it in the log.
      try database.checkpoint(.passive).walFrameCount
    }
  }

  @Test func `a long log is moved, and the next commit begins it anew`() async throws {
    let checkpointer = try Checkpointer(of: pool, Configuration(), longLog: 8, longestLog: 100_000)
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
      of: pool, Configuration(), longLog: 100_000, longestLog: 100_000)
    try await write(1...61, writer(checkpointer))
    #expect(try log() > 100)
    try checkpointer.close()
  }

  @Test func `where the other connection fails, the writer moves it itself`() async throws {
    let checkpointer = try Checkpointer(of: pool, Configuration(), longLog: 8, longestLog: 64)
    let writer = writer(checkpointer)
    try checkpointer.close()
    try await write(1...200, writer)
    #expect(try log() < 100)
  }

  @Test func `nothing is lost when the file is opened again`() async throws {
    let checkpointer = try Checkpointer(of: pool, Configuration(), longLog: 8, longestLog: 64)
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
}
