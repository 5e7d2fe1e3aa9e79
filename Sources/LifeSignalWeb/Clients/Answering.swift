import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

/// Runs one client operation.
///
/// - Throws: ``Refusal`` unchanged, for which features have words; ``LedgerOutage`` while storage
///   refuses; a row that cannot be read as ``UserFacingError/serverError``; `CancellationError`.
func answering<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
  do {
    return try await operation()
  } catch let error as LedgerError {
    throw LedgerOutage(error) ?? UserFacingError.serverError
  }
}
