import Foundation
import LifeSignalEngine
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What an operator reads from `backup`, `restore` and `migrate`.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The tool for backups` {
  private func database() async throws -> (path: String, ledger: SQLiteLedger) {
    let path = try TemporaryFolder.make().appending(path: "new/ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    try await DemoWorld(engine: Engine(ledger: ledger)).settle()
    return (path, ledger)
  }

  @Test func `says what a copy holds, beside a server that runs`() async throws {
    let (path, ledger) = try await database()
    let text = try BackupTool(database: path).backUp(to: path + ".copy", replacing: false)
    #expect(text.contains("examined, schema ") && text.contains(", 3 people, "), "\(text)")
    #expect(!text.contains("WARNING"))
    try await ledger.close()
  }

  @Test func `says what a restore means for the promise`() async throws {
    let (path, ledger) = try await database()
    let tool = BackupTool(database: path)
    _ = try tool.backUp(to: path + ".copy", replacing: false)
    let refusal = try #require(throws: SettingsError.self) {
      try tool.restore(from: path + ".copy", endingKeys: false)
    }
    #expect(refusal.description.contains("Stop it first"))
    try await ledger.close()
    let text = try tool.restore(from: path + ".copy", endingKeys: false)
    for words in ["courtesy", "go out again", "--end-sessions", "What was there is now"] {
      #expect(text.contains(words), "\(text)")
    }
    #expect(try tool.restore(from: path + ".copy", endingKeys: true).contains("has to sign in"))
  }

  @Test func `says that there is nothing to migrate`() async throws {
    let (path, ledger) = try await database()
    let (text, isDone) = try BackupTool(database: path).migrationPlan()
    #expect(isDone && text.hasSuffix("nothing to do\n"))
    // Where nothing is done a server that runs is in nobody's way.
    #expect(try BackupTool(database: path).migrate().hasSuffix("nothing to do\n"))
    try await ledger.close()
  }

  @Test func `names the file that is not there`() throws {
    let tool = BackupTool(database: "/nowhere/at.all")
    #expect(throws: SettingsError("database.path: there is no database at /nowhere/at.all.")) {
      try tool.backUp(to: "/nowhere/copy", replacing: false)
    }
    #expect(throws: SettingsError("/nowhere/copy: there is no such file.")) {
      try tool.restore(from: "/nowhere/copy", endingKeys: false)
    }
    #expect(throws: SettingsError.self) { try tool.migrate() }
    #expect(throws: SettingsError.self) { try tool.migrationPlan() }
  }
}
