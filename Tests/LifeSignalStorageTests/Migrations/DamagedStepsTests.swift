import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.timeLimit(.minutes(1)), .temporaryFolder)
struct `A database of ours whose steps cannot be read` {
  /// A database with two people, and a backup with one of them.
  private func world() async throws -> (path: String, backup: String) {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    _ = try DatabaseBackup.write(path, to: path + ".backup")
    _ = try await ledger.write { try $0.insert(Sample.person(2)) }
    try await ledger.close()
    return (path, path + ".backup")
  }

  private func people(_ path: String) throws -> Int? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") }
  }

  @Test(arguments: DamageToSteps.allCases)
  fileprivate func `is damaged and not another program's, and has a way back`(
    damage: DamageToSteps
  ) async throws {
    let (path, backup) = try await world()
    try damage.befall(path)
    let damaged = DatabaseFileError.damaged(path, problems: [SchemaShape.withoutSteps])
    #expect(throws: damaged) { try SchemaPlan.of(path) }
    #expect(throws: damaged) { try SchemaPlan.carryOut(at: path, now: Sample.now) }
    #expect(throws: damaged) { try DatabaseBackup.write(path, to: path + ".copy") }
    _ = try DatabaseRestore.run(from: backup, to: path, now: Sample.now + 60)
    #expect(try SchemaPlan.of(path).isDone)
    #expect(try people(path) == 1)
  }

  @Test(arguments: DamageToSteps.allCases)
  fileprivate func `is opened by no server and no tool, and keeps what it has`(
    damage: DamageToSteps
  ) async throws {
    let (path, _) = try await world()
    try damage.befall(path)
    let role = SQLiteLedger.ServerRole(keepsReserve: false, diskFailed: { _ in })
    let ways: [() throws -> SQLiteLedger] = [
      { try SQLiteLedger.open(at: path, clock: StoppedClock(), server: role) },
      { try SQLiteLedger.open(at: path, clock: StoppedClock()) },
      { try SQLiteLedger.openExisting(at: path) },
      { try SQLiteLedger.openForReading(at: path) },
    ]
    for open in ways { #expect(throws: StorageError.withoutSteps) { try open() } }
    let words = StorageError.withoutSteps.description
    #expect(words.contains("damaged") && words.contains("`lifesignal restore`"))
    #expect(try people(path) == 2)
    #expect(throws: DatabaseFileError.self) { try SchemaPlan.of(path) }
  }

  @Test func `differs from another program's with a few tables of these names`() async throws {
    let path = try temporaryPath()
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE people (name TEXT); CREATE TABLE alerts (text TEXT);
          CREATE TABLE schema_migrations (version TEXT)
          """)
    }
    try queue.close()
    #expect(throws: DatabaseFileError.foreign(path)) { try SchemaPlan.of(path) }
    #expect(throws: StorageError.foreign) {
      try SQLiteLedger.open(at: path, clock: StoppedClock())
    }
  }
}

/// What can become of the table of steps.
private enum DamageToSteps: CaseIterable {
  case emptied, dropped, gap, otherColumns, overwritten

  private var sql: String? {
    switch self {
    case .emptied: "DELETE FROM schema_migrations"
    case .dropped: "DROP TABLE schema_migrations"
    case .gap: "DELETE FROM schema_migrations WHERE version = 5"
    case .otherColumns: "ALTER TABLE schema_migrations RENAME COLUMN name TO title"
    case .overwritten: nil
    }
  }

  func befall(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    let (page, size) = try queue.writeWithoutTransaction { database -> (Int, Int) in
      if let sql { try database.execute(sql: sql) }
      return (
        try Int.fetchOne(
          database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'schema_migrations'")
          ?? 0, try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      )
    }
    try queue.close()
    guard self == .overwritten else { return }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: UInt64(clamping: (page - 1) * size))
    try file.write(contentsOf: Data(repeating: 0xA5, count: size))
    try file.close()
  }
}
