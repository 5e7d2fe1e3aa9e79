import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct `Restoring a backup` {
  private let now = Sample.now + 3_600

  /// A database of one person, and a backup of it.
  private func world() async throws -> (path: String, backup: String) {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    try await ledger.write { tx throws in
      _ = try tx.insert(Sample.person(1))
      _ = try tx.insert(Heartbeat(beatAt: Sample.now))
      _ = try tx.insert(
        Session(
          id: Session.ID(1), person: "1", tokenHash: Data([7]), label: "", createdAt: Sample.now,
          expiresAt: Sample.now + 86_400))
    }
    _ = try DatabaseBackup.write(path, to: path + ".backup")
    _ = try await ledger.write { try $0.insert(Sample.person(2)) }
    try await ledger.close()
    return (path, path + ".backup")
  }

  private func people(_ path: String) async throws -> Int {
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let count = try await ledger.read { try $0.people(after: nil, limit: 9).count }
    try await ledger.close()
    return count
  }

  @Test func `brings back its state and keeps what was there`() async throws {
    let (path, backup) = try await world()
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    #expect(outcome.summary.rows["people"] == 1)
    #expect(try await people(path) == 1)
    let aside = try #require(outcome.keptAside)
    #expect(try await people(aside) == 2)
    #expect(!FileManager.default.fileExists(atPath: path + ".restoring"))
  }

  @Test func `follows symbolic links, and writes nothing into the backup`() async throws {
    let (path, backup) = try await world()
    let bytes = try Data(contentsOf: URL(filePath: backup))
    for (link, target) in [("latest", backup), ("database", path)] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path).\(link)", withDestinationPath: URL(filePath: target).lastPathComponent)
    }
    let outcome = try DatabaseRestore.run(
      from: path + ".latest", to: path + ".database", now: now, endingKeys: true)
    #expect(outcome.summary.rows["people"] == 1)
    #expect(try Data(contentsOf: URL(filePath: backup)) == bytes)
    let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(kind == .typeRegular)
    #expect(try await people(path) == 1)
  }

  @Test func `closes the file to others`() async throws {
    let (path, backup) = try await world()
    chmod(backup, 0o644)
    _ = try DatabaseRestore.run(from: backup, to: path, now: now)
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `counts the time since the backup as an outage, however short`() async throws {
    let (path, backup) = try await world()
    _ = try DatabaseRestore.run(from: backup, to: path, now: Sample.now + 5)
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let heartbeat = try await ledger.read { try $0.heartbeat() }
    #expect(heartbeat?.outage == DateInterval(start: Sample.now, end: Sample.now + 5))
    try await ledger.close()
  }

  @Test(arguments: [false, true])
  func `ends the keys only with the option`(endingKeys: Bool) async throws {
    let (path, backup) = try await world()
    let outcome = try DatabaseRestore.run(
      from: backup, to: path, now: now, endingKeys: endingKeys)
    #expect(outcome.summary.openKeys == (endingKeys ? 0 : 1))
  }

  @Test func `works where there is no database yet`() async throws {
    let (_, backup) = try await world()
    let path = try temporaryPath()
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    #expect(outcome.keptAside == nil)
    #expect(try await people(path) == 1)
  }

  @Test func `takes the place of a damaged database, and its log with it`() async throws {
    let (path, backup) = try await world()
    try Data("no database at all".utf8).write(to: URL(filePath: path))
    try Data("some log".utf8).write(to: URL(filePath: path + "-wal"))
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    let aside = try #require(outcome.keptAside)
    #expect(try bytes(aside) == Data("no database at all".utf8))
    #expect(try bytes(aside + "-wal") == Data("some log".utf8))
    #expect(try await people(path) == 1)
  }

  @Test(arguments: Damage.allCases)
  fileprivate func `keeps a damaged database and its log as they are`(
    damage: Damage
  ) async throws {
    let (path, backup) = try await killed()
    try damage.befall(path)
    let (file, log) = (try bytes(path), try bytes(path + "-wal"))
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    let aside = try #require(outcome.keptAside)
    #expect(try bytes(aside) == file && bytes(aside + "-wal") == log)
    #expect(try await people(path) == 1)
  }

  @Test(arguments: Damage.allCases)
  fileprivate func `that is refused changes nothing of a damaged database`(
    damage: Damage
  ) async throws {
    let (path, _) = try await killed()
    try damage.befall(path)
    let (file, log) = (try bytes(path), try bytes(path + "-wal"))
    let none = try temporaryPath()
    #expect(throws: DatabaseFileError.self) {
      try DatabaseRestore.run(from: none, to: path, now: now)
    }
    #expect(try bytes(path) == file && bytes(path + "-wal") == log)
  }

  @Test func `that is refused leaves the log of a killed server to the next one`() async throws {
    let (path, _) = try await killed()
    let log = try bytes(path + "-wal")
    let none = try temporaryPath()
    #expect(throws: DatabaseFileError.self) {
      try DatabaseRestore.run(from: none, to: path, now: now)
    }
    #expect(try bytes(path + "-wal") == log)
    #expect(try await people(path) == 2)
  }

  @Test func `keeps one file aside of a database that can be read, with what its log had`()
    async throws
  {
    let (path, backup) = try await killed()
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    let aside = try #require(outcome.keptAside)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.contains(".before-") }
    #expect(kept == [URL(filePath: aside).lastPathComponent])
    #expect(try await people(aside) == 2)
    #expect(try await people(path) == 1)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// A database with two people, the second only in its log, as a server leaves it that was killed, and
  /// a backup with one.
  private func killed() async throws -> (path: String, backup: String) {
    let (running, path) = (try temporaryPath(), try temporaryPath())
    let ledger = try SQLiteLedger.open(at: running, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    _ = try DatabaseBackup.write(running, to: path + ".backup")
    _ = try await ledger.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    _ = try await ledger.write { try $0.insert(Sample.person(2)) }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: running + suffix, toPath: path + suffix)
    }
    try await ledger.close()
    return (path, path + ".backup")
  }

  @Test func `is refused while a server has the database open`() async throws {
    let (path, backup) = try await world()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    #expect(throws: DatabaseFileError.inUse) {
      try DatabaseRestore.run(from: backup, to: path, now: now)
    }
    #expect(try await ledger.read { try $0.people(after: nil, limit: 9).count } == 2)
    try await ledger.close()
    _ = try DatabaseRestore.run(from: backup, to: path, now: now)
  }

  @Test func `is refused while another program has the database open`() async throws {
    let (path, backup) = try await world()
    let shell = try DatabaseQueue(path: path)
    _ = try await shell.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") }
    #expect(throws: DatabaseFileError.inUse) {
      try DatabaseRestore.run(from: backup, to: path, now: now)
    }
    try shell.close()
    _ = try DatabaseRestore.run(from: backup, to: path, now: now)
  }

  @Test func `is refused for a file with a page that was overwritten`() async throws {
    let (path, backup) = try await world()
    let file = try FileHandle(forUpdating: URL(filePath: backup))
    // The second page and all behind it: the first alone says that it is a database.
    try file.seek(toOffset: 4_096)
    let count = try #require(file.readToEnd()?.count)
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: count))
    try file.close()
    #expect {
      try DatabaseRestore.run(from: backup, to: path, now: now)
    } throws: { error in
      guard case .damaged(backup, _)? = error as? DatabaseFileError else { return false }
      return true
    }
    #expect(try await people(path) == 2)
  }

  @Test func `is refused for a later schema, another program's file and an empty one`()
    async throws
  {
    let (path, backup) = try await world()
    let newer = try DatabaseQueue(path: backup)
    try await newer.write {
      try $0.execute(sql: "INSERT INTO schema_migrations VALUES (999, 'of tomorrow', 0, 999)")
    }
    try newer.close()
    #expect(
      throws: DatabaseFileError.newerSchema(found: 999, known: Migration.all.count)
    ) { try DatabaseRestore.run(from: backup, to: path, now: now) }

    let other = try temporaryPath()
    let birds = try DatabaseQueue(path: other)
    try await birds.write { try $0.execute(sql: "CREATE TABLE birds (name TEXT)") }
    try birds.close()
    #expect(throws: DatabaseFileError.foreign(other)) {
      try DatabaseRestore.run(from: other, to: path, now: now)
    }

    let empty = try temporaryPath()
    try Data().write(to: URL(filePath: empty))
    #expect(throws: DatabaseFileError.foreign(empty)) {
      try DatabaseRestore.run(from: empty, to: path, now: now)
    }
    #expect(try await people(path) == 2)
  }

  /// Others call a table `schema_migrations` too.
  @Test(arguments: [
    "CREATE TABLE schema_migrations (version TEXT); INSERT INTO schema_migrations VALUES ('1')",
    """
    CREATE TABLE schema_migrations (version TEXT, name TEXT);
    INSERT INTO schema_migrations VALUES ('first', 'foundation')
    """,
    """
    CREATE TABLE schema_migrations (version INTEGER, name TEXT);
    INSERT INTO schema_migrations VALUES (1, NULL)
    """,
    """
    CREATE TABLE schema_migrations (version INTEGER, name TEXT);
    INSERT INTO schema_migrations VALUES (1, 'foundation');
    CREATE TABLE heartbeat (id INTEGER, at TEXT);
    """,
  ])
  func `is refused for a file whose steps or tables are of another kind`(
    sql: String
  ) async throws {
    let (path, _) = try await world()
    let other = try temporaryPath()
    let queue = try DatabaseQueue(path: other)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
    #expect(throws: DatabaseFileError.foreign(other)) {
      try DatabaseRestore.run(from: other, to: path, now: now)
    }
    #expect(try await people(path) == 2)
  }

  @Test(arguments: [
    (
      "DROP TRIGGER timeline_never_forgets",
      "it lacks trigger timeline_never_forgets of timeline as the schema defines it"
    ),
    (
      "DROP INDEX alerts_open",
      "it lacks unique index alerts_open of alerts as the schema defines it"
    ),
    (
      "ALTER TABLE people DROP COLUMN emergency_note",
      "it lacks column emergency_note of people as the schema defines it"
    ),
    ("DROP TABLE drills", "it lacks table drills as the schema defines it"),
    (
      "CREATE TRIGGER x BEFORE UPDATE ON heartbeat BEGIN DELETE FROM people; END",
      "another program has added triggers, to be removed with DROP TRIGGER: x"
    ),
  ])
  func `and backing up are refused for a schema that no server would start on`(
    sql: String, problem: String
  ) async throws {
    let (path, backup) = try await world()
    let queue = try DatabaseQueue(path: backup)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
    let before = try bytes(path)
    let damaged = DatabaseFileError.damaged(backup, problems: [problem])
    #expect(throws: damaged) { try DatabaseRestore.run(from: backup, to: path, now: now) }
    #expect(try bytes(path) == before)
    #expect(!FileManager.default.fileExists(atPath: path + ".restoring"))
    #expect(throws: damaged) { try DatabaseBackup.write(backup, to: path + ".second") }
    #expect(!FileManager.default.fileExists(atPath: path + ".second"))
    #expect(try await people(path) == 2)
  }

  @Test(arguments: [10, 19])
  func `of an earlier release takes its own schema for whole`(steps: Int) async throws {
    let (path, _) = try await world()
    let old = try temporaryPath()
    let queue = try DatabaseQueue(path: old)
    try queue.inDatabase { database in
      try MigrationRunner(migrations: Array(Migration.all.prefix(steps)))
        .run(on: database, now: Sample.now)
      // The column is younger than that release.
      try database.execute(sql: "ALTER TABLE schema_migrations DROP COLUMN readable_from")
    }
    try queue.close()
    #expect(try DatabaseRestore.run(from: old, to: path, now: now).summary.schema == steps)
    #expect(try await people(path) == 0)
  }

  @Test func `is refused while a command looks at the database`() async throws {
    let (path, backup) = try await world()
    let looks: [() throws -> SQLiteLedger] = [
      { try SQLiteLedger.openForReading(at: path) }, { try SQLiteLedger.openExisting(at: path) },
    ]
    for look in looks {
      let ledger = try look()
      withExtendedLifetime(ledger) {
        // The lock alone: whether SQLite's own are held depends on what was read.
        #expect(throws: DatabaseFileError.inUse) {
          try FileLock.take(.alone, ofDatabase: path)?.giveBack()
        }
        #expect(throws: DatabaseFileError.inUse) {
          try DatabaseRestore.run(from: backup, to: path, now: now)
        }
      }
    }
    #expect(try FileLock.take(.alone, ofDatabase: path) != nil)
  }

  @Test func `keeps commands from looking meanwhile`() async throws {
    let (path, _) = try await world()
    let lock = try #require(try FileLock.take(.alone, ofDatabase: path))
    #expect(throws: StorageError.self) { try SQLiteLedger.openForReading(at: path) }
    #expect(throws: StorageError.self) { try SQLiteLedger.openExisting(at: path) }
    #expect(throws: DatabaseFileError.beingChanged) { try SQLiteExamination.look(at: path) }
    #expect(throws: DatabaseFileError.beingChanged) { try SchemaPlan.of(path) }
    #expect(throws: DatabaseFileError.beingChanged) {
      try DatabaseBackup.write(path, to: path + ".second")
    }
    lock.giveBack()
    #expect(try SchemaPlan.of(path).isDone)
  }

  @Test func `is not disturbed by a log whose database is gone`() async throws {
    let (path, backup) = try await world()
    let log = try await Self.openLog(besides: path)
    try FileManager.default.removeItem(atPath: path)
    try log.write(to: URL(filePath: path + "-wal"))
    let outcome = try DatabaseRestore.run(from: backup, to: path, now: now)
    #expect(outcome.keptAside == nil)
    #expect(try await people(path) == 1)
  }

  /// The log of a database that is open, with a person more in it.
  private static func openLog(besides path: String) async throws -> Data {
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(3)) }
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    try await ledger.close()
    return log
  }

  @Test func `keeps a server from starting meanwhile`() throws {
    let path = try temporaryPath()
    let lock = try #require(try FileLock.take(.alone, ofDatabase: path))
    #expect(throws: StorageError.self) { try SQLiteLedger.open(at: path, clock: StoppedClock()) }
    lock.giveBack()
    _ = try SQLiteLedger.open(at: path, clock: StoppedClock())
  }
}

/// What can become of a database's file while its log is whole.
private enum Damage: CaseIterable {
  case magic, pageSize, firstSector, schema, emptied

  func befall(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    switch self {
    case .magic: try file.write(contentsOf: Data("no database at all".utf8))
    case .pageSize:
      try file.seek(toOffset: 16)
      try file.write(contentsOf: Data([3, 3]))
    case .firstSector: try file.write(contentsOf: Data(repeating: 0xAA, count: 512))
    case .schema:
      try file.seek(toOffset: 100)
      try file.write(contentsOf: Data(repeating: 0xAA, count: 3_996))
    case .emptied: try file.truncate(atOffset: 0)
    }
    try file.close()
  }
}
