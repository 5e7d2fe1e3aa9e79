import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// A ledger that a test can take away and give back.
final class InterruptibleLedger: Ledger {
  enum Outage { case writes, everything }

  private let base: any Ledger
  private let state = Mutex<Outage?>(nil)

  init(_ base: any Ledger) { self.base = base }

  var outage: Outage? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  var unreadableRows: [String: Int] { base.unreadableRows }

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    if outage != nil { throw LedgerError.unavailable("taken away by the test") }
    return try await base.write(in: lane, body)
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    if outage == .everything { throw LedgerError.unavailable("taken away by the test") }
    return try await base.read(body)
  }

  func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    if outage == .everything { throw LedgerError.unavailable("taken away by the test") }
    return try await base.glance(body)
  }
}
