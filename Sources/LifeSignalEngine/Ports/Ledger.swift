public import LifeSignalModel

/// The engine's memory. Implemented by a storage engine; values in, values out.
///
/// Bodies are synchronous and may run on any thread. A body may run more than once when the storage
/// engine has to retry, so it must have no effect besides its transaction.
public protocol Ledger: Sendable {
  /// Runs `body` in a transaction of its own: when this returns all of it is durable, or none of
  /// it.
  ///
  /// Many concurrent bodies may share one commit, each isolated from the failure of the others. Within
  /// a lane they run in the order in which they came.
  /// - Throws: the error of `body`, after undoing it; ``LedgerError`` when the storage engine
  ///   fails. After ``LedgerError/unknown(_:)`` the transaction may or may not have been committed.
  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R

  /// Writes that wait for their turn now, without the lane ``WriteLane/background``.
  var backlog: Int { get }

  /// The state of its disk. Costs a query to the file system.
  var condition: LedgerCondition { get }

  /// Writes of one lane that wait for their turn now.
  func waitingWrites(in lane: WriteLane) -> Int
  /// How many rows of each table could not be read in full at the last attempt.
  var unreadableRows: [String: Int] { get }

  /// How its schema differs from the one it was made with, as when another program has dropped a
  /// table; empty when all is well.
  func schemaProblems() async throws -> [String]

  /// Runs `body` against one consistent snapshot that contains every write acknowledged before.
  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R

  /// The same on connections reserved for this purpose: a reader never waits for readers of another one.
  func read<R: Sendable>(
    for purpose: ReadPurpose, _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R

  /// The same for at most a hundred rows that are found by their keys. Each reading must be short: several
  /// may run one after the other in the same batch.
  func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R
}

/// The purpose of a reading, which decides the connections it shares.
public enum ReadPurpose: CaseIterable, Sendable {
  /// The loops, the auditor and health: they must find due rows however many pages are being read.
  case promise
  /// A page or answer for a person.
  case page
  /// A whole account or timeline. One at a time.
  case export
}

extension Ledger {
  /// Promptly.
  public func write<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    try await write(in: .prompt, body)
  }

  /// A reading like any other: for ledgers to which it makes no difference.
  public func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await read(body)
  }

  /// Ignores the purpose: for ledgers in which no reader waits for another.
  public func read<R: Sendable>(
    for purpose: ReadPurpose, _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await read(body)
  }

  /// None: for ledgers in which no write waits.
  public var backlog: Int { 0 }

  public func waitingWrites(in lane: WriteLane) -> Int { lane == .prompt ? backlog : 0 }
  /// None: for ledgers without a schema.
  public func schemaProblems() async throws -> [String] { [] }

  /// None: for ledgers that count none.
  public var unreadableRows: [String: Int] { [:] }
}
