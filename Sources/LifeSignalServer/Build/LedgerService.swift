import LifeSignalStorage
import ServiceLifecycle

/// Closes the ledger when everything that writes to it has stopped.
struct LedgerService: Service {
  let ledger: SQLiteLedger

  func run() async throws {
    try await gracefulShutdown()
    try await ledger.close()
  }
}
