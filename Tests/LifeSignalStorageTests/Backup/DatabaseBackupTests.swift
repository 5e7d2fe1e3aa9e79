import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct `A backup of the database` {
  @Test func `is one file that holds what was acknowledged, closed to others`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    let file = path + ".backup"
    let summary = try DatabaseBackup.write(path, to: file)
    #expect(summary.schema == Migration.all.count)
    #expect(summary.rows["people"] == 1)
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    // Moved elsewhere, alone, it is still all there is.
    let elsewhere = try temporaryPath()
    try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
    let copy = try DatabaseQueue(path: elsewhere)
    #expect(try await copy.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
    #expect(
      try await copy.read { try String.fetchAll($0, sql: "SELECT first_name FROM people") } == [
        "Ada"
      ])
  }

  @Test func `that fails on a database of ours tells SQLite's reason`() {
    let reason = "too many attached databases - max 10"
    #expect(
      DatabaseFileError(reading: "a.sqlite", DatabaseError(message: reason))
        == .cannotRead("a.sqlite", reason: reason))
    #expect(
      DatabaseFileError(reading: "a.sqlite", DatabaseError(message: "no such table: heartbeat"))
        == .foreign("a.sqlite"))
  }

  @Test func `leaves nothing else behind`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let before = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    _ = try DatabaseBackup.write(path, to: path + ".backup")
    let after = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    #expect(after.subtracting(before) == ["ledger.sqlite.backup"])
    try await ledger.close()
  }

  @Test func `removes the unfinished copies of a killed one under its name, unless one runs`()
    async throws
  {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let killed = ["backup.partial-0A1B2C3D", "backup.partial-0A1B2C3D-journal"]
    let others = ["other.partial-0A1B2C3D", "backup.partial-notes", "backup.partial"]
    for name in killed + others { try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }
    let running = BackupDrafts(of: "\(folder)/another")
    _ = try DatabaseBackup.write(path, to: "\(folder)/backup")
    #expect(try names().isSuperset(of: killed + others))
    running.end()
    _ = try DatabaseBackup.write(path, to: "\(folder)/backup", replacing: true)
    let left = try names()
    #expect(left.isDisjoint(with: killed) && left.isSuperset(of: others))
    try await ledger.close()
  }

  @Test func `taken while others write holds one state, and all that was acknowledged before`()
    async throws
  {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    for number in 1...20 {
      _ = try await ledger.write { try $0.insert(Sample.person(Int64(number))) }
    }
    async let others: Void = withThrowingTaskGroup(of: Void.self) { group in
      for number in 21...200 {
        group.addTask { _ = try await ledger.write { try $0.insert(Sample.person(Int64(number))) } }
      }
      try await group.waitForAll()
    }
    // It throws by itself where the copy is not what was counted at its source.
    let summary = try DatabaseBackup.write(path, to: path + ".backup")
    try await others
    #expect((20...200).contains(summary.rows["people"] ?? 0))
  }

  @Test func `replaces no file unless it has the option`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let file = path + ".backup"
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(throws: DatabaseFileError.exists(file)) { try DatabaseBackup.write(path, to: file) }
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
    _ = try DatabaseBackup.write(path, to: file, replacing: true)
    #expect(try Data(contentsOf: URL(filePath: file)).starts(with: Data("SQLite format 3".utf8)))
    try await ledger.close()
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal", "-lock"])
  func `never takes the place of the database or of what belongs to it`(suffix: String)
    async throws
  {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    for replacing in [false, true] {
      #expect(throws: DatabaseFileError.ofTheDatabase(path + suffix)) {
        try DatabaseBackup.write(path, to: path + suffix, replacing: replacing)
      }
    }
    #expect(try await ledger.read { try $0.people(after: nil, limit: 9).count } == 1)
    try await ledger.close()
    // The log is gone with the server, and its name is not free for that.
    #expect(throws: DatabaseFileError.ofTheDatabase(path + suffix)) {
      try DatabaseBackup.write(path, to: path + suffix, replacing: true)
    }
  }

  @Test func `takes not the database's place under another of its names`() async throws {
    let path = try temporaryPath()
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    try await ledger.close()
    let (link, other) = (path + ".link", path + ".other")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: other)
    for name in [link, other] {
      #expect(throws: DatabaseFileError.ofTheDatabase(name)) {
        try DatabaseBackup.write(path, to: name, replacing: true)
      }
    }
  }

  @Test func `of a file that is not a LifeSignal database is refused`() throws {
    let path = try temporaryPath()
    let other = try DatabaseQueue(path: path)
    try other.inDatabase { try $0.execute(sql: "CREATE TABLE birds (name TEXT)") }
    #expect(throws: DatabaseFileError.foreign(path)) {
      try DatabaseBackup.write(path, to: path + ".backup")
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".backup"))
  }

  @Test func `says when a timeline does not end where its head says`() throws {
    let path = try temporaryPath()
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      try MigrationRunner().run(on: database, now: Sample.now)
      try database.execute(
        sql: """
          INSERT INTO people (id, first_name, last_name, phone_number, phone_region, emergency_note,
            qr_code, profile_complete, notify, notify_30m, notify_2h, notify_alerts, notify_pings,
            notify_check_ins, notify_contacts, created_at, updated_at, last_sign_in_at, revision)
          VALUES (1, 'Ada', '', '+1', 'US', '', 'a', 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
          INSERT INTO watches (person_id, interval_ms, grace_ms, stage, gen, timeline_sequence,
            timeline_hash, timeline_anchor_sequence)
          VALUES (1, 1, 0, 0, 0, 7, x'0A', 6);
          INSERT INTO timeline (person_id, sequence, at, kind, details, previous_hash, hash)
          VALUES (1, 7, 0, 'a', '', x'00', x'0A');
          """)
    }
    #expect(try DatabaseBackup.write(path, to: path + ".sound").brokenHeads == 0)
    try queue.inDatabase {
      try $0.execute(sql: "UPDATE watches SET timeline_sequence = 8 WHERE person_id = 1")
    }
    #expect(try DatabaseBackup.write(path, to: path + ".broken").brokenHeads == 1)
  }
}
