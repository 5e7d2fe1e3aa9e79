import LifeSignalEngine
import LifeSignalModel

/// Why a command cannot do its work: one line for the operator, and an exit code of sysexits.h.
public struct OperatorFailure: Equatable, Sendable {
  public var words: String
  /// 78 where something must be put right first, 75 where the same may work later.
  public var exitCode: Int32

  /// Nil for errors that have nothing to do with settings, files or the disk.
  public init?(_ error: any Error) {
    switch error {
    case let error as SettingsError: (words, exitCode) = (error.description, 78)
    case LedgerError.corrupt(let reason): (words, exitCode) = (reason, 78)
    case LedgerError.unavailable(let reason), LedgerError.conflict(let reason),
      LedgerError.unknown(let reason):
      (words, exitCode) = (reason, 75)
    default: return nil
    }
  }
}
