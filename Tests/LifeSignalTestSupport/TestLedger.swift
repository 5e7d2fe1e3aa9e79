import Foundation
import GRDB
public import LifeSignalEngine
public import LifeSignalModel
import LifeSignalStorage
import Synchronization

/// The real ledger on a file of its own, which goes with it. A test can make its writes fail.
public final class TestLedger: Ledger {
  private struct State {
    var failures: [LedgerError?] = []
    var isRefused: (@Sendable (any LedgerTransaction) throws -> Bool)?
    var rival: Rival?
    var commits = 0
  }

  private struct Rival {
    let person: Person.ID
    let change: @Sendable (inout Watch) -> Void
  }

  private let folder: TemporaryFolder
  private let sqlite: SQLiteLedger
  private let state = Mutex(State())

  /// Takes a copy of the template: the migrations would take ten times as long.
  public init() {
    do {
      (folder, sqlite) = try Self.open()
    } catch {
      fatalError("There is no ledger for this test: \(error)")
    }
  }

  private static func open() throws -> (TemporaryFolder, SQLiteLedger) {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "ledger.sqlite")
    try template.get().write(to: file)
    let ledger = try SQLiteLedger.open(at: file.path, clock: ManualClock())
    // The machine keeps its power.
    try ledger.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
    return (folder, ledger)
  }

  /// The bytes of a ledger with its whole schema and no rows.
  private static let template = Result<Data, any Error> {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.url.appending(path: "template.sqlite")
    try SQLiteLedger.migrate(at: file.path, now: ManualClock().now)
    return try Data(contentsOf: file)
  }

  // MARK: What is stored

  public var rows: StoredRows { StoredRows(ledger: sqlite) }

  /// How many writes have been stored.
  public var commits: Int { state.withLock { $0.commits } }

  // MARK: Failures

  /// The next writes fail like this before anything is stored, one failure each; nil lets one through.
  public func failWrites(_ failures: LedgerError?...) {
    state.withLock { $0.failures += failures }
  }

  /// From now on a write fails, as at a corrupt row, if this is true of what it would leave; nil ends that.
  public func refuseWrites(
    _ isRefused: (@Sendable (any LedgerTransaction) throws -> Bool)?
  ) {
    state.withLock { $0.isRefused = isRefused }
  }

  /// The next change of this person's watch loses, because another writer has changed the row after it was
  /// read: what a database with weaker isolation than SQLite's would let happen.
  public func letRivalWin(
    over person: Person.ID, _ change: @escaping @Sendable (inout Watch) -> Void
  ) throws {
    try execute(
      """
      CREATE TEMP TRIGGER rival BEFORE UPDATE OF stage ON main.watches WHEN OLD.person_id = \(person)
      BEGIN SELECT RAISE(IGNORE); END
      """)
    state.withLock { $0.rival = Rival(person: person, change: change) }
  }

  /// Runs a statement past the port and the checks of the schema, as a bug or a bad disk might change rows.
  public func execute(_ sql: String) throws {
    try sqlite.pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: sql)
      try database.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    }
  }

  // MARK: The port

  public func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let isRefused = try state.withLock { state in
      if !state.failures.isEmpty, let failure = state.failures.removeFirst() { throw failure }
      return state.isRefused
    }
    do {
      let result = try await sqlite.write(in: lane) { (transaction) throws -> R in
        let result = try body(transaction)
        if let isRefused, try isRefused(transaction) {
          throw LedgerError.corrupt("The test refuses this row.")
        }
        return result
      }
      state.withLock { $0.commits += 1 }
      return result
    } catch LedgerError.conflict(let reason) {
      try await changeAsRival()
      throw LedgerError.conflict(reason)
    }
  }

  private func changeAsRival() async throws {
    let rival = state.withLock { state in
      defer { state.rival = nil }
      return state.rival
    }
    guard let rival else { return }
    try execute("DROP TRIGGER rival")
    try await sqlite.write { (transaction) throws -> Void in
      guard let row = try transaction.watch(of: rival.person) else { return }
      var changed = row
      rival.change(&changed)
      _ = try transaction.update(changed, from: row)
    }
  }

  public func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await sqlite.read(body)
  }

  public func read<R: Sendable>(
    for purpose: ReadPurpose, _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await sqlite.read(for: purpose, body)
  }

  public func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await sqlite.glance(body)
  }

  public var backlog: Int { sqlite.backlog }
  public func waitingWrites(in lane: WriteLane) -> Int { sqlite.waitingWrites(in: lane) }
  public var unreadableRows: [String: Int] { sqlite.unreadableRows }
  /// Nothing: how full the disk is on which the tests run must not decide them.
  public var condition: LedgerCondition { LedgerCondition() }
}
