import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// What is done to the files of a database while a server has them, or between two.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `The files of a database` {
  private let path: String
  private let losses = Losses()

  init() throws { path = try temporaryPath() }

  private func server(at name: String? = nil) throws -> SQLiteLedger {
    try SQLiteLedger.open(
      at: name ?? path, clock: StoppedClock(),
      server: .init(keepsReserve: false, diskFailed: { _ in }, filesLost: losses.note))
  }

  private func people(in file: String) throws -> Int? {
    let queue = try DatabaseQueue(path: file)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") }
  }

  /// As a process that was killed leaves them.
  private func leave(_ suffixes: [String] = ["", "-wal", "-shm", "-server"], at other: String)
    throws
  {
    for suffix in suffixes {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: other + suffix)
    }
  }

  @Test func `are looked for before a commit is acknowledged`() async throws {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    #expect(losses.all.isEmpty)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    let error = try await #require(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(2)) }
    }
    #expect("\(error)".hasPrefix("unknown("))
    #expect(losses.all.count == 1)
    let folder = FilePlacement.folder(of: path)
    let rescued = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.contains(".rescued-") }
    #expect(rescued.count == 1 && losses.all[0].contains(rescued[0]))
    #expect(try people(in: "\(folder)/\(rescued[0])") == 2)
  }

  @Test func `give what a log holds to the database when the log is deleted`() async throws {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    try FileManager.default.removeItem(atPath: path + "-wal")
    await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(2)) }
    }
    #expect(losses.all.count == 1)
    // Alone, as after the process has ended.
    try leave([""], at: path + ".alone")
    #expect(try people(in: path + ".alone") == 2)
  }

  @Test func `that could not be written at the start are opened again once they can be`()
    async throws
  {
    let ledger = try server()
    var configuration = SQLiteLedger.configuration
    configuration.readonly = true
    let pool = try DatabasePool(path: path, configuration: configuration)
    // Whatever SQLite's reason was then, this user may write the file and its folder now.
    let writer = GroupCommitWriter(
      pool: pool, batchLimit: 8, bulkLimit: 8, files: OpenFiles(at: path),
      mustReopen: losses.note)
    let error = try await #require(throws: LedgerError.self) {
      try await writer.write(in: .prompt) { try $0.insert(Sample.person(1)) }
    }
    #expect("\(error)".hasPrefix("unavailable("))
    #expect(losses.all.count == 1 && losses.all[0].contains(path))
    // One that is open for writing goes on.
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    #expect(losses.all.count == 1)
    try pool.close()
    try await ledger.close()
  }

  @Test func `that are missing or not writable are not opened again`() async throws {
    let ledger = try server()
    let files = try #require(OpenFiles(at: path))
    #expect(files.mayBeWritten)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    #expect(!files.mayBeWritten)
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    try await ledger.close()
  }

  @Test(arguments: [false, true])
  func `hold a lock by which no second server runs, or the first one ends`(isReplaced: Bool)
    async throws
  {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    #expect(losses.all.isEmpty)
    try FileManager.default.removeItem(atPath: path + "-server")
    if isReplaced { try Data().write(to: URL(filePath: path + "-server")) }
    let error = try await #require(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(2)) }
    }
    #expect("\(error)".hasPrefix("unknown("))
    #expect(losses.all.count == 1 && losses.all[0].contains(path + "-server"))
    try leave(["", "-wal"], at: path + ".alone")
    #expect(try people(in: path + ".alone") == 2)
  }

  /// Part of the log that is left, in halves.
  @Test(arguments: [0, 1])
  func `are known to be cut although every commit succeeds, and what was stored is kept`(
    halves: Int
  ) async throws {
    let ledger = try server()
    for number: Int64 in 1...3 {
      #expect(try await ledger.write { try $0.insert(Sample.person(number)) })
    }
    #expect(losses.all.isEmpty)
    // As `: > ledger.sqlite-wal` does.
    let left = FilePlacement.size(path + "-wal") / 2 * Int64(halves)
    #expect(truncate(path + "-wal", off_t(left)) == 0)
    let error = try await #require(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(4)) }
    }
    #expect("\(error)".hasPrefix("unknown("))
    #expect(losses.all.count == 1)
    let folder = FilePlacement.folder(of: path)
    let rescued = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.contains(".rescued-") }
    #expect(rescued.count == 1 && losses.all[0].contains(rescued[0]))
    #expect(try people(in: "\(folder)/\(rescued[0])") == 4)
    // The next start keeps what is left, and says so.
    try leave(["", "-wal", "-shm"], at: path + ".next")
    #expect(LogReport(of: path + ".next") == .damaged)
  }

  @Test func `may begin a log again, or have it emptied by another program`() async throws {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    let other = try DatabaseQueue(path: path)
    try await other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try other.close()
    #expect(FilePlacement.size(path + "-wal") == 0)
    // Nothing was put into it since.
    await #expect(throws: LedgerError.self) {
      try await ledger.write { _ -> Int in throw LedgerError.unavailable("of its own") }
    }
    for number: Int64 in 2...3 {
      #expect(try await ledger.write { try $0.insert(Sample.person(number)) })
    }
    try await ledger.pool.writeWithoutTransaction { _ = try $0.checkpoint(.restart) }
    for number: Int64 in 4...5 {
      #expect(try await ledger.write { try $0.insert(Sample.person(number)) })
    }
    #expect(losses.all.isEmpty)
    try await ledger.close()
    #expect(try people(in: path) == 5)
  }

  @Test(arguments: [true, false])
  func `may have a log that a checkpoint empties right after a commit, and no other empty one`(
    isCheckpoint: Bool
  ) async throws {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    let other = try DatabaseQueue(path: path)
    let log = path + "-wal"
    let emptying = AfterCommit {
      if isCheckpoint {
        try other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      } else {
        #expect(truncate(log, 0) == 0)
      }
      #expect(FilePlacement.size(log) == 0)
    }
    ledger.pool.add(transactionObserver: emptying, extent: .databaseLifetime)
    guard isCheckpoint else {
      await #expect(throws: LedgerError.self) {
        try await ledger.write { try $0.insert(Sample.person(2)) }
      }
      #expect(losses.all.count == 1 && emptying.hasRun)
      return
    }
    for number: Int64 in 2...3 {
      #expect(try await ledger.write { try $0.insert(Sample.person(number)) })
    }
    #expect(losses.all.isEmpty && emptying.hasRun)
    try other.close()
    try await ledger.close()
    #expect(try people(in: path) == 3)
  }

  @Test func `that were emptied between two servers are damaged, as the index of the log knows`()
    async throws
  {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    let other = path + ".other"
    try leave(["", "-wal", "-shm"], at: other)
    #expect(truncate(other + "-wal", 0) == 0)
    #expect(LogReport(of: other) == .damaged)
    // Without frames that are still to be moved it is a log like any new one.
    let indexed = try Data(contentsOf: URL(filePath: path + "-shm"))
    #expect(LogIndex(indexed)?.isMoved == false)
    try FileManager.default.removeItem(atPath: other + "-shm")
    #expect(LogReport(of: other) == .whole)
    try await ledger.close()
  }

  @Test func `are those to which a symbolic link leads, whatever lies beside the link`()
    async throws
  {
    try await server().close()
    let link = path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    // As a database leaves it that was moved to another disk.
    try Data("old".utf8).write(to: URL(filePath: link + "-wal"))
    let ledger = try server(at: link)
    for number: Int64 in 1...2 {
      #expect(try await ledger.write { try $0.insert(Sample.person(number)) })
    }
    #expect(losses.all.isEmpty)
    #expect((ledger.condition.logBytes ?? 0) > 3)
    // The next start would find no database under this name.
    try FileManager.default.removeItem(atPath: link)
    await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Sample.person(3)) }
    }
    #expect(losses.all.count == 1)
  }

  @Test func `have one name`() async throws {
    try await server().close()
    let link = path + ".link"
    try FileManager.default.linkItem(atPath: path, toPath: link)
    for name in [path, link] {
      #expect(throws: StorageError.otherNames(2)) {
        try SQLiteLedger.open(at: name, clock: StoppedClock())
      }
      #expect(throws: StorageError.otherNames(2)) { try SQLiteLedger.openExisting(at: name) }
      #expect(throws: StorageError.otherNames(2)) { try SchemaPlan.of(name) }
      #expect(throws: StorageError.otherNames(2)) {
        try DatabaseBackup.write(name, to: path + ".copy")
      }
    }
    try FileManager.default.removeItem(atPath: link)
    // A restore that was killed leaves one that no server opens.
    try FileManager.default.linkItem(atPath: path, toPath: path + ".before-20260101T000000")
    try await server().close()
  }

  @Test func `are not made again where a server has worked`() async throws {
    try await server().close()
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: StorageError.gone(path)) { try server() }
    #expect(access(path, F_OK) != 0)
    // Nor beside a log, which SQLite would delete.
    try FileManager.default.removeItem(atPath: path + "-server")
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    #expect(throws: StorageError.gone(path)) { try server() }
    #expect(FilePlacement.size(path + "-wal") == 3)
    try FileManager.default.removeItem(atPath: path + "-wal")
    try await server().close()
  }

  @Test func `are not mixed with those of another database`() async throws {
    let ledger = try server()
    #expect(try await ledger.write { try $0.insert(Sample.person(1)) })
    let copy = path + ".copy"
    _ = try DatabaseBackup.write(path, to: copy)
    #expect(rename(copy, path) == 0)
    for open in [SQLiteLedger.openExisting(at:), SQLiteLedger.openForReading(at:)] {
      #expect(throws: StorageError.foreignLog(path)) { try open(path) }
    }
    #expect(throws: StorageError.foreignLog(path)) { try SchemaPlan.of(path) }
    // All of them copied elsewhere belong together.
    try leave(at: path + ".elsewhere")
    #expect(!DatabaseTrace.hasForeignLog(path + ".elsewhere"))
    // Without the log it is a database like any other.
    try FileManager.default.moveItem(atPath: path + "-wal", toPath: path + ".log")
    #expect(!DatabaseTrace.hasForeignLog(path))
  }

  @Test func `hold a database of ours with all its parts, or the server does not start`()
    async throws
  {
    try await server().close()
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; DROP TABLE drills; DROP TABLE alerts")
    }
    try queue.close()
    #expect(throws: StorageError.incomplete(["table alerts", "table drills"])) { try server() }

    let other = path + ".other"
    let foreign = try DatabaseQueue(path: other)
    try await foreign.write { try $0.execute(sql: "CREATE TABLE places (id INTEGER)") }
    try foreign.close()
    #expect(throws: StorageError.foreign) {
      try SQLiteLedger.open(at: other, clock: StoppedClock())
    }
  }
}

private final class Losses: Sendable {
  private let words = Mutex<[String]>([])
  var all: [String] { words.withLock { $0 } }
  @Sendable func note(_ text: String) { words.withLock { $0.append(text) } }
}

/// Runs something once, after the next commit of a writer and before its callers get their answers.
private final class AfterCommit: TransactionObserver, Sendable {
  private let body: @Sendable () throws -> Void
  private let isDone = Mutex(false)

  init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

  var hasRun: Bool { isDone.withLock { $0 } }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ database: Database) {}
  func databaseDidCommit(_ database: Database) {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    guard isFirst else { return }
    #expect(throws: Never.self) { try body() }
  }
}
