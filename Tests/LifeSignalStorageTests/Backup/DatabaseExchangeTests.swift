import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// A crash between any two of the steps: the test stops after so many, and opens what is there.
@Suite(.temporaryFolder) struct `A database that takes the place of another` {
  private let now = Sample.now

  /// The old one has two people, the second only in its log, as a server leaves it that was killed; the
  /// new one has one.
  private func world() async throws -> DatabaseExchange {
    let (running, path, new) = (try temporaryPath(), try temporaryPath(), try temporaryPath())
    let ledger = try SQLiteLedger.open(at: running, clock: StoppedClock())
    _ = try await ledger.write { try $0.insert(Sample.person(1)) }
    _ = try DatabaseBackup.write(running, to: new)
    _ = try await ledger.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
    _ = try await ledger.write { try $0.insert(Sample.person(2)) }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: running + suffix, toPath: path + suffix)
    }
    try await ledger.close()
    return DatabaseExchange(of: path, with: new, now: now)
  }

  private func people(_ path: String) async throws -> Int {
    #expect(try DatabaseSummary.examining(path).rows["people"] != nil)
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let count = try await ledger.read { try $0.people(after: nil, limit: 9).count }
    try await ledger.close()
    return count
  }

  private static let crashes = 0...DatabaseExchange.Step.allCases.count

  @Test(arguments: crashes)
  func `can be read under its name after every step, as the old one or the new one`(
    steps: Int
  ) async throws {
    let exchange = try await world()
    let hold = try DatabaseHold(exchange.path)
    try hold.settleLog()
    for step in DatabaseExchange.Step.allCases.prefix(steps) { try exchange.take(step) }
    hold.end()
    let isDone = steps == DatabaseExchange.Step.allCases.count
    #expect(try await people(exchange.path) == (isDone ? 1 : 2))
    if isDone { #expect(try await people(exchange.aside) == 2) }
  }

  /// As with a file that SQLite takes for none, which leaves the log a log.
  @Test(arguments: crashes)
  func `loses no log that could not be settled, and gives none to the new one`(
    steps: Int
  ) async throws {
    let exchange = try await world()
    for step in DatabaseExchange.Step.allCases.prefix(steps) { try exchange.take(step) }
    if steps == DatabaseExchange.Step.allCases.count {
      #expect(try await people(exchange.path) == 1)
    }
    // Under its second name it is not opened as long as it has the first.
    if steps == 3 { try FileManager.default.removeItem(atPath: exchange.path) }
    #expect(try await people(steps < 3 ? exchange.path : exchange.aside) == 2)
  }

  @Test func `would not be itself with the log of the other`() async throws {
    // What the order of the steps is for: in another one this is what a crash leaves.
    let exchange = try await world()
    try exchange.take(.keepFile)
    try exchange.take(.replace)
    let mixed = try? DatabaseSummary.examining(exchange.path).rows["people"]
    #expect(mixed != 1)
  }

  @Test func `cannot be opened meanwhile`() async throws {
    let exchange = try await world()
    let hold = try DatabaseHold(exchange.path)
    try hold.settleLog()
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    for step in DatabaseExchange.Step.allCases.dropLast() {
      try exchange.take(step)
      #expect(throws: DatabaseError.self) {
        let other = try DatabaseQueue(path: exchange.path, configuration: configuration)
        _ = try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") }
      }
    }
    hold.end()
    #expect(try await people(exchange.path) == 2)
  }

  @Test func `cannot be locked while another process has it open`() async throws {
    let path = try await world().path
    let other = try DatabaseQueue(path: path)
    _ = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM people") }
    #expect(throws: DatabaseFileError.inUse) { try DatabaseHold(path) }
    try other.close()
    try DatabaseHold(path).end()
  }

  @Test func `does not take place while something belongs to the old one that cannot go`()
    async throws
  {
    let exchange = try await world()
    let file = exchange.path + "-shm"
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: DatabaseFileError.self) { try exchange.run() }
    try FileManager.default.removeItem(atPath: file)
    #expect(throws: StorageError.otherNames(2)) {
      try SQLiteLedger.open(at: exchange.aside, clock: StoppedClock())
    }
    try FileManager.default.removeItem(atPath: exchange.path)
    #expect(try await people(exchange.aside) == 2)
    #expect(try DatabaseSummary.examining(exchange.new).rows["people"] == 1)
  }

  @Test func `gives back the hold without a trace`() async throws {
    let path = try await world().path
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    let file = try Data(contentsOf: URL(filePath: path))
    try DatabaseHold(path).end()
    #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
    #expect(try Data(contentsOf: URL(filePath: path)) == file)
  }

  @Test func `has its journal settled too, and leaves none`() async throws {
    let path = try await world().path
    let hold = try DatabaseHold(path)
    try hold.settleLog()
    for log in ["-wal", "-journal"] { #expect(access(path + log, F_OK) != 0) }
    #expect(throws: DatabaseFileError.inUse) { try DatabaseHold(path) }
    hold.end()
    #expect(try await people(path) == 2)
  }

  @Test func `is refused when the name it would be kept under is taken`() throws {
    let (file, other) = (try temporaryPath(), try temporaryPath())
    for path in [file, other] { try Data(path.utf8).write(to: URL(filePath: path)) }
    #expect(throws: DatabaseFileError.exists(other)) { try FilePlacement.keep(file, as: other) }
    #expect(try Data(contentsOf: URL(filePath: other)) == Data(other.utf8))
  }

  @Test func `two within a second keep both`() async throws {
    let first = try await world()
    try first.run()
    let second = DatabaseExchange(of: first.path, with: try await world().new, now: now)
    try second.run()
    #expect(first.aside != second.aside)
    #expect(try await people(second.aside) == 1)
    #expect(try await people(first.aside) == 2)
  }
}
