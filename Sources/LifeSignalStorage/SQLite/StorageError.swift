/// Why a database cannot be used at all. Met by an operator at start.
public enum StorageError: Error, Equatable, Sendable {
  /// The file cannot be opened or created.
  case cannotOpen(reason: String)
  /// Another server runs on this file: both would raise and send the same alerts.
  case otherServer
  /// Commits would not wait for the disk; `synchronous` is the setting that was read back.
  case notDurable(synchronous: Int)
  /// A later release has changed the schema. Start that release, or restore a backup.
  case newerSchema(found: Int, known: Int)
  /// An earlier release has been here, and nobody may change the file now.
  case olderSchema(found: Int, known: Int)
  /// The database belongs to another version, or is none of ours.
  case otherSchema(found: Int, known: Int)
  /// The step is undone; the steps before it stay.
  case migrationFailed(version: Int, reason: String)
}

extension StorageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotOpen(let reason):
      "The database cannot be opened: \(reason). Check the path, the permissions and the disk."
    case .otherServer:
      """
      Another server runs on this database. Stop it first: two servers would number their messages \
      alike and lose some of them.
      """
    case .notDurable(let synchronous):
      """
      The database does not wait for the disk: synchronous is \(synchronous), must be 2 (FULL). \
      Refusing to start, because acknowledged check-ins could be lost.
      """
    case .newerSchema(let found, let known):
      """
      The database has schema \(found), this version knows up to \(known). Start the newer \
      version, or restore a backup made by this one.
      """
    case .olderSchema(let found, let known):
      """
      The database has schema \(found), this version reads \(known). Start the server once: it \
      brings the schema up to date.
      """
    case .otherSchema(let found, let known):
      "The database has schema \(found), this version works with \(known). Use the server's own."
    case .migrationFailed(let version, let reason):
      "Schema step \(version) failed and was undone: \(reason)."
    }
  }
}
