public import Foundation

extension SQLiteLedger {
  /// Whether a server has the database at `path` open, whether or not its loops turn.
  public static func isServerRunning(at path: String) -> Bool { FileLock.isHeldByServer(path) }

  /// Whether a server opened the database at `path` less than `patience` seconds ago and has it open
  /// still: its loops may not have turned yet, and what is stored about them is the last server's.
  public static func isServerStarting(
    at path: String, now: Date, patience: TimeInterval
  ) -> Bool {
    guard FileLock.isHeldByServer(path) else { return false }
    // A server writes into its lock's file when it opens the database, and when it closes it.
    let file = FileLock.real(path) + FileLock.serverSuffix
    let values = try? FileManager.default.attributesOfItem(atPath: file)
    return (values?[.modificationDate] as? Date)
      .map { abs(now.timeIntervalSince($0)) < patience } ?? false
  }
}
