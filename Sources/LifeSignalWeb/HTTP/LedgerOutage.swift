import LifeSignalEngine
package import LifeSignalFeatures
import LifeSignalModel

/// The ledger has refused a write that it may accept later: its disk is full, read-only or locked.
/// 503 for programs, an error of ours for people.
package struct LedgerOutage: Error, UserFacingErrorConvertible {
  /// Seconds after which to try again: an operator has to act first, or another process to finish.
  package static let patience = 5

  package var userFacingError: UserFacingError { .serverError }

  /// Nil for errors that are no outage: an unreadable row stays unreadable.
  init?(_ error: any Error) {
    switch error {
    case is LedgerOutage, LedgerError.unavailable, LedgerError.unknown, LedgerError.conflict: break
    default: return nil
    }
  }
}
