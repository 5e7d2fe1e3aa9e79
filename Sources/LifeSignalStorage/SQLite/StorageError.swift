import GRDB

/// Why a database cannot be used at all. Shown to an operator at start.
public enum StorageError: Error, Equatable, Sendable {
  /// The file cannot be opened or created.
  case cannotOpen(reason: String)
  /// Another server runs on this file: both would raise and send the same alerts.
  case otherServer
  /// Another program is in a transaction that writes, and does not end it.
  case beingWritten
  /// The file has so many names, hard links: under each of them it would have another lock and another log.
  case otherNames(Int)
  /// A server has worked under this name, and now there is no database.
  case gone(String)
  /// Another file has replaced it under this name, beside the log of the one before.
  case foreignLog(String)
  /// SQLite does not recognize it as a database, or another program made it.
  case foreign
  /// A database of ours whose applied steps cannot be read.
  case withoutSteps
  /// These parts of the schema are missing, though its steps are recorded.
  case incomplete([String])
  /// These triggers are of another program.
  case foreignTriggers([String])
  /// Another program has added unique indexes, which may refuse what the server stores.
  case foreignIndexes([String])
  /// Commits would not wait for the disk; `synchronous` is the setting that was read back.
  case notDurable(synchronous: Int)
  /// A later release has changed the schema. Start that release, or restore a backup.
  case newerSchema(found: Int, known: Int)
  /// An earlier release wrote it, and this process may not change the file.
  case olderSchema(found: Int, known: Int)
  /// The database belongs to another version, or is not ours.
  case otherSchema(found: Int, known: Int)
  /// The step is undone; the steps before it stay.
  case migrationFailed(version: Int, reason: String)
}

extension StorageError {
  /// SQLite's words name tables and columns, never values.
  init(opening error: DatabaseError) {
    let words = error.message ?? "no reason given"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      self = .cannotOpen(
        reason: "SQLite finds no database in the file (\(words)); it is another file, or damaged")
    case .SQLITE_CORRUPT:
      self = .cannotOpen(reason: "the file is damaged (\(words)); keep it, and restore a backup")
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .beingWritten
    case .SQLITE_FULL: self = .cannotOpen(reason: "the disk is full; free some space")
    default: self = .cannotOpen(reason: words)
    }
  }
}

extension StorageError {
  /// Why a step of the schema was not taken.
  init(step version: Int, _ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .beingWritten
    default:
      self = .migrationFailed(version: version, reason: error.message ?? "no reason given")
    }
  }
}

extension StorageError: CustomStringConvertible {
  static func list(_ parts: [String]) -> String {
    parts.prefix(5).joined(separator: ", ") + (parts.count > 5 ? " and more" : "")
  }

  public var description: String {
    switch self {
    case .cannotOpen(let reason):
      "The database cannot be opened: \(reason). Check the path, the permissions and the disk."
    case .otherServer:
      """
      Another server runs on this database. Stop it first: two servers would number their messages \
      alike and lose some of them.
      """
    case .beingWritten:
      """
      Another program is writing to this database, or to what belongs to it, and does not finish. Stop it \
      first: `fuser -v` with the file names it. Often it is a `sqlite3` shell that was left in a transaction.
      """
    case .otherNames(let count):
      """
      The file has \(count) names (hard links). Under each of them it would have a log of its own, and two \
      servers could work on it. Remove the other names, or make them copies: \
      `find / -xdev -samefile FILE` lists them.
      """
    case .gone(let path):
      """
      A server has worked on this database, and it is not there any more. Put it back together with what lies \
      beside it, or restore a backup or \(path).rescued-… if there is one. To begin with an empty \
      database, first move \(path)-wal and \(path)-server away.
      """
    case .foreignLog(let path):
      """
      Another file has taken its place, and \(path)-wal is still the log of the one before: opening both \
      would mix them. Use `lifesignal restore` to put a file in its place, or put the one before back. To \
      continue with the file as it is, move \(path)-wal and \(path)-shm away.
      """
    case .foreign:
      "This is no database of LifeSignal's. Check the path; to begin with an empty database, name a file that is not there yet."
    case .withoutSteps:
      "The database is damaged: \(SchemaShape.withoutSteps). \(DatabaseFileError.wayBack)."
    case .incomplete(let parts):
      """
      It lacks \(Self.list(parts)) as the schema defines it. Another \
      program has changed it, or the disk has. Keep the file and restore a backup.
      """
    case .foreignTriggers(let names):
      """
      Another program has added \(names.count == 1 ? "a trigger" : "\(names.count) triggers") to it, which may \
      drop what the server stores: \(Self.list(names)). With the server stopped, look at \
      them in `sqlite3` with `.schema` and remove them: \
      \(names.prefix(5).map { "DROP TRIGGER \($0.quotedDatabaseIdentifier);" }.joined(separator: " "))
      """
    case .foreignIndexes(let names):
      """
      Another program has added \(names.count == 1 ? "a unique index" : "\(names.count) unique indexes") to it, \
      which may refuse what the server stores: \(Self.list(names)). With the server stopped, remove them in \
      `sqlite3`: \
      \(names.prefix(5).map { "DROP INDEX \($0.quotedDatabaseIdentifier);" }.joined(separator: " "))
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
