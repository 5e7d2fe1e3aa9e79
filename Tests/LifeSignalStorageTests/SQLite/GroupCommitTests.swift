import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct GroupCommitTests {
  @Test func `writes that wait together share one commit`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let counter = CommitCounter()
    ledger.pool.add(transactionObserver: counter, extent: .databaseLifetime)
    let results = await ledger.together(
      (1...100 as ClosedRange<Int64>).map { number in { _ = try $0.insert(Sample.person(number)) } }
    )
    #expect(results.compactMap(\.failure).isEmpty)
    #expect(counter.commits.withLock { $0 } == 1)
  }

  @Test func `one at a time means a commit each`() async throws {
    let ledger = try SQLiteLedger.open(
      at: temporaryPath(), clock: StoppedClock(), commits: .single)
    let counter = CommitCounter()
    ledger.pool.add(transactionObserver: counter, extent: .databaseLifetime)
    _ = await ledger.together(
      (1...20 as ClosedRange<Int64>).map { number in { _ = try $0.insert(Sample.person(number)) } })
    #expect(counter.commits.withLock { $0 } == 20)
  }

  @Test func `in one commit, jobs that fail after writing are undone alone`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let counter = CommitCounter()
    ledger.pool.add(transactionObserver: counter, extent: .databaseLifetime)
    struct Failed: Error {}
    let results = await ledger.together(
      (1...20 as ClosedRange<Int64>).map { number in
        { transaction in
          _ = try transaction.insert(Sample.person(number))
          if number.isMultiple(of: 4) { throw Failed() }
        }
      })
    #expect(results.count { $0.failure is Failed } == 5)
    #expect(results.count { $0.failure == nil } == 15)
    let stored = try await ledger.read { snapshot in
      try (1...20 as ClosedRange<Int64>).filter { try snapshot.person(Person.ID($0)) != nil }
    }
    #expect(stored == (1...20).filter { !$0.isMultiple(of: 4) })
    #expect(counter.commits.withLock { $0 } == 1)
  }

  @Test func `a job refused before it wrote costs the others nothing`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    struct Refused: Error {}
    let runs = Runs()
    let results = await ledger.together(
      (1...10 as ClosedRange<Int64>).map { number in
        { transaction in
          runs.count.withLock { $0 += 1 }
          if number == 5 { throw Refused() }
          _ = try transaction.insert(Sample.person(number))
        }
      })
    #expect(results.count { $0.failure is Refused } == 1)
    #expect(runs.count.withLock { $0 } == 10)
  }

  @Test func `a write after closing fails and does not hang`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.close()
    await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(1)) }
    }
    await #expect(throws: LedgerError.self) { try await ledger.read { try $0.person("1") } }
  }

  @Test func `when the commit fails, every waiter gets the error and nothing is stored`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let results = await ledger.together(
      (1...10 as ClosedRange<Int64>).map { number in
        { transaction in
          if number == 5 { try transaction.poisonCommit() }
          _ = try transaction.insert(Sample.person(number))
        }
      })
    let reasons = results.compactMap { result -> String? in
      guard case .unavailable(let reason) = result.failure as? LedgerError else { return nil }
      return reason
    }
    #expect(reasons.count == 10)
    #expect(reasons.allSatisfy { $0.contains("FOREIGN KEY") })
    let stored = try await ledger.read { snapshot in
      try (1...10 as ClosedRange<Int64>).count { try snapshot.person(Person.ID($0)) != nil }
    }
    #expect(stored == 0)
    // The writer lives on.
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
  }

  @Test func `a refusal that saw uncommitted work falls with the commit`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    struct Taken: Error {}
    let results = await ledger.together([
      { transaction in
        try transaction.poisonCommit()
        _ = try transaction.insert(Sample.person(1))
      },
      { transaction in
        if try transaction.person("1") != nil { throw Taken() }
      },
    ])
    // No matter which came first, neither fails with `Taken`: the person was never stored.
    #expect(results.allSatisfy { $0.failure is LedgerError })
  }

  @Test func `a full database is named, and what fits is still stored`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.pool.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
    }
    var big = Sample.person(1)
    big.profile.emergencyNote = String(repeating: "x", count: 100_000)
    let tooBig = big
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(tooBig) }
    }
    guard case .unavailable(let reason) = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    #expect(reason.contains("full"))
    #expect(!reason.contains("xxx"))
    #expect(try await ledger.write { try $0.insert(Sample.person(2)) })
    #expect(try await ledger.integrityProblems() == [])
  }

  @Test func `a read-only database is named`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(1)) }
    }
    guard case .unavailable(let reason) = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    #expect(reason.contains("may not be written"))
  }

  @Test(arguments: [
    (Int32(5), "conflict"), (6, "conflict"), (13, "unavailable"), (8, "unavailable"),
    (10, "unavailable"), (11, "corrupt"), (26, "corrupt"), (19, "corrupt"),
    (787, "corrupt"), (1_555, "conflict"), (2_067, "conflict"),
  ])
  func `each result code has its own kind of error`(code: Int32, kind: String) {
    #expect(SQLiteFailure(code: code, message: "m").ledgerError.kind == kind)
  }

  @Test(arguments: [
    ("no such table: main.watches", "corrupt"), ("no such column: told", "corrupt"),
    ("table watches has no column named told", "corrupt"),
    ("ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint", "corrupt"),
    ("interrupted", "unavailable"),
  ])
  func `a statement that lacks a part of the schema has met damage`(message: String, kind: String) {
    #expect(SQLiteFailure(code: 1, message: message).ledgerError.kind == kind)
  }

  @Test func `a disk that fails in a commit leaves it open whether it counts`() {
    #expect(SQLiteFailure(code: 1_034, message: "m").commitError.kind == "unknown")
    #expect(SQLiteFailure(code: 13, message: "m").commitError.kind == "unavailable")
    #expect(SQLiteFailure(code: 787, message: "m").commitError.kind == "unavailable")
  }
}

extension LedgerError {
  fileprivate var kind: String {
    switch self {
    case .conflict: "conflict"
    case .unavailable: "unavailable"
    case .unknown: "unknown"
    case .corrupt: "corrupt"
    }
  }
}

extension SQLiteLedger {
  /// Runs all bodies in one batch: the writer is held until every one has queued up.
  func together(
    _ bodies: [@Sendable (any LedgerTransaction) throws -> Void]
  ) async -> [Result<Void, any Error>] {
    let gate = DispatchSemaphore(value: 0)
    pool.asyncWriteWithoutTransaction { _ in gate.wait() }
    return await withTaskGroup(of: Result<Void, any Error>?.self) { group in
      for body in bodies {
        group.addTask {
          do { return .success(try await self.write(body)) } catch { return .failure(error) }
        }
      }
      group.addTask {
        while self.backlog < bodies.count { await Task.yield() }
        gate.signal()
        return nil
      }
      return await group.reduce(into: []) { results, result in
        if let result { results.append(result) }
      }
    }
  }
}

extension Result {
  var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

extension LedgerTransaction {
  /// Makes the COMMIT fail: a foreign key is broken, and looked at only there.
  fileprivate func poisonCommit() throws {
    guard let session = (self as? SQLTransaction)?.session else { return }
    try session.change("PRAGMA defer_foreign_keys = 1", [])
    try session.change(
      "INSERT INTO preferences (person_id, key, value) VALUES ($1, 'a', 'b')", [.int64(999)])
  }
}

private final class Runs: Sendable {
  let count = Mutex(0)
}

/// Counts the commits of the writer.
final class CommitCounter: TransactionObserver, Sendable {
  let commits = Mutex(0)
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { commits.withLock { $0 += 1 } }
  func databaseDidRollback(_ database: Database) {}
}
