import GRDBSQLite

/// A release of SQLite.
public struct SQLiteVersion: Equatable, Sendable {
  public let major: Int
  public let minor: Int
  public let patch: Int

  public init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// The release this process runs with.
  public static var linked: SQLiteVersion {
    let number = Int(sqlite3_libversion_number())
    return SQLiteVersion(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
  }

  /// Whether a checkpoint beside a commit can lose committed pages of the log.
  ///
  /// Fixed in 3.51.3, and in 3.50.7 and 3.44.6 for older release lines
  /// (https://sqlite.org/wal.html#walresetbug). ``Checkpointer`` avoids the cause; other programs
  /// that write to the file may not.
  public var canLoseTheLog: Bool {
    switch (major, minor) {
    case (..<3, _), (3, ..<7): false
    case (3, 44): patch < 6
    case (3, 50): patch < 7
    case (3, 51): patch < 3
    case (3, ..<51): true
    default: false
    }
  }
}

extension SQLiteVersion {
  /// A warning for the operator about this release; nil if there is none.
  public var warning: String? {
    guard canLoseTheLog else { return nil }
    return """
      SQLite \(self) has a bug that can lose committed data (https://sqlite.org/wal.html#walresetbug). \
      This server avoids what leads to it; install 3.51.3 or later all the same.
      """
  }
}

extension SQLiteVersion: CustomStringConvertible {
  public var description: String { "\(major).\(minor).\(patch)" }
}
