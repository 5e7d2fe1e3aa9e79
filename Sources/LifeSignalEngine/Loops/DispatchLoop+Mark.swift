import Foundation
import LifeSignalModel
import Logging
import Synchronization

/// Writes a message's result back to its row.
extension DispatchLoop {
  /// Notes the result even while shutting down: a message that is sent must not be sent again.
  ///
  /// - Parameters:
  ///   - change: changes the row; false when it is no longer ours.
  ///   - more: the consequences elsewhere; returns the people whose pages show them. Left out if it
  ///     reads something damaged: the result itself must be stored, or the message would be sent
  ///     for ever.
  func mark(
    _ delivery: Delivery, _ change: @escaping @Sendable (any LedgerTransaction) throws -> Bool,
    more: @escaping @Sendable (any LedgerTransaction) throws -> [Person.ID: ChangeSet]
  ) async {
    defer { inHand.withLock { $0.put(delivery.id) } }
    do {
      let changes = try await shielded { [engine] in
        do {
          return try await engine.ledger.write { tx in try change(tx) ? try more(tx) : nil }
        } catch LedgerError.corrupt(let reason) {
          engine.logger.error(
            "a result is stored alone, as what belongs to it cannot be read",
            metadata: ["delivery": "\(delivery.id)", "error": "\(reason)"])
          return try await engine.ledger.write { tx in try change(tx) ? [:] : nil }
        }
      }
      if let changes {
        if !changes.isEmpty { engine.feed.publish(changes) }
      } else {
        engine.logger.warning(
          "a delivery was no longer ours when it was done", metadata: ["delivery": "\(delivery.id)"]
        )
      }
    } catch {
      // The lease expires and the row is tried again; the key shows the carrier that it is a
      // repeat.
      engine.logger.error(
        "the result of a delivery could not be stored",
        metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
    }
  }
}
