import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What commands say of a file that the disk or another program has damaged.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A damaged database, to its operator` {
  /// A database whose server was alive a moment ago, closed.
  private func database(people: Int64 = 1) async throws -> String {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    try await ledger.write { tx throws in
      let now = SystemClock().now
      for number in 1...people {
        _ = try tx.insert(
          Person(
            id: Person.ID(number), profile: Profile(firstName: "Ada", lastName: "Lovelace"),
            phoneNumber: "+1555\(1_000_000 + number)", qrCode: QRCodeID(rawValue: "QR-\(number)"),
            createdAt: now, updatedAt: now,
            lastSignInAt: now))
      }
      let beat = SystemClock().now
      _ = try tx.insert(Heartbeat(beatAt: beat))
      try tx.setLoopTurns(Dictionary(uniqueKeysWithValues: LoopName.allCases.map { ($0, beat) }))
    }
    try await ledger.close()
    return path
  }

  private func doctor(
    _ path: String, check name: String = "database"
  ) async throws -> DoctorReport.Check {
    let now = SystemClock().now
    let world = DoctorWorld(
      now: { now }, resolves: { _ in true }, listening: { _, _ in .free }, health: { _, _ in nil },
      reach: { _ in nil }, connects: { _, _ in true }, freeBytes: { _ in 9_000_000_000 },
      keepsTime: { true }, handsSecrets: { false }, sqlite: SQLiteVersion(3, 51, 3))
    var arguments = Settings.Arguments()
    arguments.database = path
    let report = await Doctor(
      arguments: arguments, environment: [:], reaches: false, world: world
    ).examine()
    return try #require(
      report.checks.first { $0.name == name && $0.outcome == .failure }, "\(report.text)")
  }

  @Test(arguments: ["DELETE FROM schema_migrations", "DROP TABLE schema_migrations"])
  func `is called so when its steps are gone, by every command and with the way back`(
    sql: String
  ) async throws {
    let path = try await database()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: sql) }
    try queue.close()
    let tool = BackupTool(database: path)
    let acts: [() throws -> Void] = [
      { _ = try tool.migrationPlan() }, { _ = try tool.migrate() },
      { _ = try tool.backUp(to: path + ".copy", replacing: false) },
      { _ = try OperatorTool(database: path) },
      { _ = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock()) },
    ]
    var all: [String] = []
    for act in acts {
      all.append(try #require(throws: SettingsError.self) { try act() }.description)
    }
    let seen = try await doctor(path)
    all.append("\(seen.found). \(seen.advice ?? "")")
    for words in all {
      #expect(words.contains("damaged") && words.contains("`lifesignal restore`"), "\(words)")
      #expect(!words.contains("no database of LifeSignal"), "\(words)")
    }
  }

  /// A page among those of the people.
  private func overwritePage(of path: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    let pages = try file.seekToEnd() / 4_096
    try file.seek(toOffset: pages * 3 / 4 * 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try file.close()
  }

  @Test func `with a page that the disk has overwritten is no plan and no good status`()
    async throws
  {
    let path = try await database(people: 3_000)
    #expect(try BackupTool(database: path).migrationPlan().isDone)
    let before = try await OperatorTool(database: path).status()
    #expect(before.exitCode == 0 && before.text.hasPrefix("pages ok\n"), "\(before.text)")

    try overwritePage(of: path)
    let words = try #require(throws: SettingsError.self) {
      try BackupTool(database: path).migrationPlan()
    }.description
    #expect(words.contains("is damaged") && words.contains("`lifesignal restore`"), "\(words)")
    #expect(!words.contains("\n"), "said in one line")
    let after = try await OperatorTool(database: path).status()
    #expect(after.exitCode == 1 && after.text.hasPrefix("DAMAGED: "), "\(after.text)")
    #expect(after.text.contains("`lifesignal restore`") && after.text.contains("heartbeat "))
  }

  @Test(arguments: [
    ("DROP TABLE pings", "table pings"), ("DROP TABLE watches", "table watches"),
    ("DROP INDEX alerts_open", "unique index alerts_open of alerts"),
    ("DROP TABLE deliveries", "table deliveries"),
  ])
  func `that lacks a part of its schema has no good status, and the doctor names the part`(
    sql: String, part: String
  ) async throws {
    let path = try await database()
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)")
    }
    try queue.close()
    let status = try await OperatorTool(database: path).status()
    #expect(status.exitCode == 1)
    let sentence = "DAMAGED: it lacks \(part) as the schema defines it. Keep the file"
    #expect(status.text.contains(sentence), "\(status.text)")
    #expect(try await doctor(path, check: "database.parts").found == "it lacks \(part)")
  }

  @Test func `that a status cannot read is said, and not left out`() async throws {
    let path = try await database()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO deliveries (id, dedupe_key, idempotency_key, person_id, channel_id, kind,
            address, title, body, priority, state, attempts, created_at, next_attempt_at, give_up_at)
          VALUES (7, 'd', 'i', 1, 8, 'sms', '+15550100001', 'T', 'B', 1, 'ready', 0, 0,
            9000000000000000000, 0)
          """)
    }
    try queue.close()
    let status = try await OperatorTool(database: path).status()
    #expect(status.exitCode == 1, "\(status.text)")
    #expect(status.text.contains("DAMAGED: the status cannot be read. "), "\(status.text)")
  }
}
