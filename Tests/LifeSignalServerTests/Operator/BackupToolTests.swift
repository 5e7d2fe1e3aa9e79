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
    // When there is nothing to do, a running server does not matter.
    #expect(try BackupTool(database: path).migrate().hasSuffix("nothing to do\n"))
    try await ledger.close()
  }

  @Test func `names the file that is not there`() throws {
    let tool = BackupTool(database: "/nowhere/at.all")
    #expect(throws: SettingsError("There is no database at /nowhere/at.all.")) {
      try tool.backUp(to: "/nowhere/copy", replacing: false)
    }
    #expect(throws: SettingsError("There is no backup at /nowhere/copy.")) {
      try tool.restore(from: "/nowhere/copy", endingKeys: false)
    }
    #expect(throws: SettingsError.self) { try tool.migrate() }
    #expect(throws: SettingsError.self) { try tool.migrationPlan() }
  }

  /// One sentence after the other, of which each names what is wrong and where.
  private func refusal(_ body: () throws -> Void) throws -> String {
    let words = try #require(throws: SettingsError.self) { try body() }.description
    #expect(!words.contains("..") && words.hasSuffix("."), "\(words)")
    return words
  }

  @Test func `says which of two files is wrong, and leaves both as they are`() async throws {
    let (path, ledger) = try await database()
    let tool = BackupTool(database: path)
    let (copy, text) = (path + ".copy", path + ".text")
    _ = try tool.backUp(to: copy, replacing: false)
    try await ledger.close()
    try Data("no database".utf8).write(to: URL(filePath: text))
    let before = try Data(contentsOf: URL(filePath: path))
    let folder = URL(filePath: path).deletingLastPathComponent().path
    func restore(_ file: String, to path: String) throws -> String {
      try refusal { _ = try BackupTool(database: path).restore(from: file, endingKeys: false) }
    }
    #expect(try restore(path, to: path).contains("is the database itself"))
    #expect(
      try restore(copy, to: folder + "/missing/a.sqlite").contains("no folder \(folder)/missing"))
    #expect(try restore(folder, to: path).contains("is a folder. Name the backup"))
    #expect(try restore(copy, to: folder).contains("is a folder"))
    #expect(try restore("", to: path).contains("The path of the backup is empty"))
    #expect(try restore(copy, to: "").contains("The path to write to is empty"))
    let words = try restore(text, to: path)
    #expect(words.contains("finds no database in it") && words.hasSuffix("Use another backup."))
    let missing = try refusal { _ = try tool.backUp(to: folder + "/missing/b", replacing: false) }
    #expect(missing.contains("no folder \(folder)/missing"))
    let damaged = try refusal {
      _ = try BackupTool(database: text).backUp(to: copy + "2", replacing: false)
    }
    #expect(damaged.contains("Nothing was copied") && !damaged.contains("Take another backup"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy {
        !$0.contains("restoring") && !$0.contains("before")
      })
  }

  @Test func `no command waits for a pipe that stands where a file should`() async throws {
    let (path, ledger) = try await database()
    let tool = BackupTool(database: path)
    let (copy, pipe, link) = (path + ".copy", path + ".pipe", path + ".link")
    _ = try tool.backUp(to: copy, replacing: false)
    try await ledger.close()
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    for file in [pipe, link] {
      let words = "is a pipe or a device"
      let restored = try refusal { _ = try tool.restore(from: file, endingKeys: false) }
      #expect(restored.contains(words))
      let replaced = try refusal {
        _ = try BackupTool(database: file).restore(from: copy, endingKeys: false)
      }
      #expect(replaced.contains(words))
      let copied = try refusal {
        _ = try BackupTool(database: file).backUp(to: copy + "2", replacing: false)
      }
      #expect(copied.contains(words))
      #expect(try refusal { _ = try OperatorTool(database: file) }.contains(words))
    }
  }
}
