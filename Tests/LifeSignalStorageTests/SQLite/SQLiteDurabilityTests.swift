import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct SQLiteDurabilityTests {
  @Test func `the writer waits for the disk at every commit`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let settings = try await ledger.pool.writeWithoutTransaction { database in
      [
        try String.fetchOne(database, sql: "PRAGMA synchronous"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try String.fetchOne(database, sql: "PRAGMA foreign_keys"),
      ]
    }
    #expect(settings == ["2", "wal", "1"])
  }

  @Test func `a setting made while the pool opens is lost, so it is made after`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let pool = try DatabasePool(path: temporaryPath(), configuration: configuration)
    #expect(throws: StorageError.notDurable(synchronous: 1)) {
      try pool.writeWithoutTransaction { try SQLiteDurability.verify($0) }
    }
    try pool.writeWithoutTransaction { database in
      try SQLiteDurability.waitForDisk(database)
      try SQLiteDurability.verify(database)
    }
  }

  @Test func `a file that is not a database is refused`() throws {
    let path = try temporaryPath()
    try String(repeating: "not a database ", count: 100).write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: StorageError.self) {
      try SQLiteLedger.open(at: path, clock: StoppedClock())
    }
  }

  @Test func `an acknowledged write is there after opening again, and the file is sound`()
    async throws
  {
    let path = try temporaryPath()
    let first = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await first.write { try $0.insert(Sample.person(1)) }
    try await first.close()
    let second = try SQLiteLedger.open(at: path, clock: StoppedClock())
    #expect(try await second.read { try $0.person("1") } == Sample.person(1))
    #expect(try await second.integrityProblems() == [])
  }

  /// With the file mapped into memory SQLite before 3.51.3 loses logs far more often
  /// (https://sqlite.org/wal.html#walresetbug).
  @Test func `no connection maps the file into memory`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let sizes = try await [
      ledger.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA mmap_size") },
      ledger.pool.read { try Int.fetchOne($0, sql: "PRAGMA mmap_size") },
    ]
    #expect(sizes == [0, 0])
  }

  @Test(arguments: [
    (SQLiteVersion(3, 40, 1), true), (SQLiteVersion(3, 44, 5), true),
    (SQLiteVersion(3, 44, 6), false), (SQLiteVersion(3, 45, 0), true),
    (SQLiteVersion(3, 50, 6), true), (SQLiteVersion(3, 50, 7), false),
    (SQLiteVersion(3, 51, 2), true), (SQLiteVersion(3, 51, 3), false),
    (SQLiteVersion(3, 52, 0), false), (SQLiteVersion(3, 6, 23), false),
    (SQLiteVersion(4, 0, 0), false),
  ])
  func `a release of SQLite that can lose its log is known as one`(
    version: SQLiteVersion, canLose: Bool
  ) {
    #expect(version.canLoseTheLog == canLose)
  }
}
