import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What commands say of a file that the disk or another program has damaged.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `A damaged database, to its operator` {
  /// A database whose server was alive a moment ago, closed.
  private func database(people: Int64 = 1) async throws -> String {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    let now = SystemClock().now
    try await ledger.write { tx throws in
      try tx.setHeartbeat(Heartbeat(beatAt: now))
      try tx.setLoopTurns(Dictionary(uniqueKeysWithValues: LoopName.allCases.map { ($0, now) }))
      for number in 1...people {
        _ = try tx.insert(
          Person(
            id: Person.ID(number), firstName: "Ada", lastName: "Lovelace",
            phoneNumber: "+1555\(1_000_000 + number)", emergencyNote: "",
            qrCode: QRCodeID(rawValue: "QR-\(number)"), createdAt: now, updatedAt: now,
            lastSignInAt: now))
      }
    }
    try await ledger.close()
    return path
  }

  private func doctor(_ path: String) async throws -> DoctorReport.Check {
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
      report.checks.first { $0.name == "database" && $0.outcome == .failure }, "\(report.text)")
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
}
