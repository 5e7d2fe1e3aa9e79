import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// Runs one client operation.
///
/// - Throws: ``Refusal`` unchanged, for which features have words; ``LedgerOutage`` while storage
///   refuses; ``UnreadableRow``; `CancellationError`.
func answering<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
  do {
    return try await operation()
  } catch let error as LedgerError {
    if let outage = LedgerOutage(error) { throw outage }
    throw UnreadableRow(reason: error.reason)
  }
}

/// A stored row cannot be read: an error of ours. Its reason, for the log, names the table and the column.
struct UnreadableRow: Error, UserFacingErrorConvertible, LoggableError {
  var reason: String

  var userFacingError: UserFacingError { .serverError }
}
