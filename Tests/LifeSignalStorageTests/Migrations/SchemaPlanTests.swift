import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct `What a migration would do` {
  private func database(steps: Int) throws -> String {
    let path = try temporaryPath()
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      try MigrationRunner(migrations: Array(Migration.all.prefix(steps)))
        .run(on: database, now: Sample.now)
    }
    try queue.close()
    return path
  }

  @Test func `is said without doing it`() throws {
    let path = try database(steps: 2)
    let plan = try SchemaPlan.of(path)
    #expect(plan.found == 2)
    #expect(plan.known == Migration.all.count)
    #expect(plan.steps.first == "3 \(Migration.all[2].name)")
    #expect(plan.steps.count == Migration.all.count - 2)
    #expect(try SchemaPlan.of(path) == plan)
  }

  @Test func `is done once`() throws {
    let path = try database(steps: 2)
    let plan = try SchemaPlan.carryOut(at: path, now: Sample.now)
    #expect(plan.steps.count == Migration.all.count - 2)
    #expect(try SchemaPlan.of(path).isDone)
    #expect(try SchemaPlan.carryOut(at: path, now: Sample.now).isDone)
  }

  @Test func `is everything for an empty file`() throws {
    let path = try temporaryPath()
    try Data().write(to: URL(filePath: path))
    #expect(try SchemaPlan.of(path).steps.count == Migration.all.count)
  }

  @Test func `is not done while a process has the database open`() throws {
    let path = try database(steps: 2)
    let lock = try FileLock.take(.shared, ofDatabase: path)
    #expect(throws: DatabaseFileError.inUse) {
      try SchemaPlan.carryOut(at: path, now: Sample.now)
    }
    #expect(try SchemaPlan.of(path).found == 2)
    lock?.giveBack()
  }

  @Test func `is nothing for a later schema or another program's file`() throws {
    let newer = try database(steps: Migration.all.count)
    let queue = try DatabaseQueue(path: newer)
    try queue.inDatabase {
      try $0.execute(
        sql:
          "INSERT INTO schema_migrations (version, name, applied_at) VALUES (999, 'of tomorrow', 0)"
      )
    }
    try queue.close()
    #expect(throws: DatabaseFileError.newerSchema(found: 999, known: Migration.all.count)) {
      try SchemaPlan.of(newer)
    }
    let renamed = try database(steps: 2)
    let other = try DatabaseQueue(path: renamed)
    try other.inDatabase {
      try $0.execute(sql: "UPDATE schema_migrations SET name = 'else' WHERE version = 2")
    }
    try other.close()
    #expect(throws: DatabaseFileError.foreign(renamed)) { try SchemaPlan.of(renamed) }
  }
}

@Suite(.temporaryFolder) struct `Looking at a database for its operator` {
  @Test func `shows the ledger's own settings, and changes nothing`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let before = try DatabaseBackup.write(path, to: path + ".before")
    let found = try SQLiteExamination.look(at: path)
    #expect(found.journalMode == "wal" && found.synchronous == 2)
    #expect(found.problems.isEmpty)
    #expect(found.commits.count == 3)
    #expect(found.commits.allSatisfy { $0 > .zero })
    #expect(try DatabaseBackup.write(path, to: path + ".after") == before)
    try await ledger.close()
  }

  @Test func `its commits reach the log`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    func size() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
    }
    let before = try size()
    _ = try SQLiteExamination.look(at: path, commits: 2)
    #expect(try size() >= before + 2 * 4_096)
    try await ledger.close()
  }
}
