import LifeSignalEngine
import LifeSignalFeatures

/// Runs one client operation.
///
/// - Throws: ``Refusal`` as it is, which features know how to put into words; a failure of storage
///   as ``UserFacingError/serverError``; `CancellationError`.
func answering<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
  do {
    return try await operation()
  } catch is LedgerError {
    throw UserFacingError.serverError
  }
}
