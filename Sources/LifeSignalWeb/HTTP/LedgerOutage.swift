import LifeSignalEngine
import LifeSignalFeatures

/// The ledger has refused what it may take later: its disk is full, read-only or locked. 503 for programs, a problem of
/// ours for people.
struct LedgerOutage: Error, UserFacingErrorConvertible {
  /// Seconds after which to ask again: an operator has to act first, or another process to finish.
  static let patience = 5

  var userFacingError: UserFacingError { .serverError }

  /// Nil for what is no outage: a row that cannot be read stays so.
  init?(_ error: any Error) {
    switch error {
    case is LedgerOutage, LedgerError.unavailable, LedgerError.unknown, LedgerError.conflict: break
    default: return nil
    }
  }
}
