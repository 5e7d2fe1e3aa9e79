import Foundation

/// The state of a database's log; for an operator.
public enum LogReport: Equatable, Sendable {
  /// There is none, or all of it can be read.
  case whole
  /// A server has the database open.
  case inUse
  /// The part after the last readable commit was cut off by a crash, or is damaged.
  case cutOff
  /// Commits that were on the disk cannot be read, and no server has been started since.
  case damaged
  /// An earlier start found that; this file keeps the log of that time.
  case lost(String)

  /// Examines the log of the database at `path`, and changes nothing. Blocks the caller for as long
  /// as reading it takes.
  public init(of path: String) {
    // Where a symbolic link leads: the log lies beside the file itself.
    let path = FileLock.real(path)
    let kept = path + SQLiteLedger.damagedLogSuffix
    guard access(kept, F_OK) != 0 else {
      self = .lost(kept)
      return
    }
    guard !FileLock.isHeldByServer(path) else {
      self = .inUse
      return
    }
    switch LogExamination.look(at: path) {
    case .whole: self = .whole
    case .cutOff: self = .cutOff
    case .damaged: self = .damaged
    }
  }
}
