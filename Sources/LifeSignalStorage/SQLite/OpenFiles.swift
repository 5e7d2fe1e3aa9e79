import Foundation
import GRDB

/// The files that a server has open, and whether their names still lead to them.
///
/// A file that is moved, deleted or replaced beneath a server stays open to it: the server would
/// continue, and lose all it acknowledged when it ends.
struct OpenFiles: Sendable {
  enum Loss: Equatable, Sendable {
    /// The name of the database leads to another file or to none.
    case database
    /// The same for its log.
    case log
    /// Something of the log is gone that was committed.
    case cutLog
    /// The name of the server's lock leads to another file or to none.
    case lock
  }

  let path: String
  private let database: FileIdentity
  private let log: FileIdentity?
  private let content: OpenLog?
  private let lock: FileLock?

  /// Nil where nothing is under the name. After the database was opened, so that its log is there.
  /// - Parameter lock: the server's.
  init?(at path: String, lock: FileLock? = nil) {
    guard let database = FileIdentity(path) else { return nil }
    self.path = path
    self.lock = lock
    self.database = database
    log = FileIdentity("\(path)-wal")
    content = OpenLog(ofDatabase: path)
  }

  /// Costs three looks at the file system and what ``OpenLog`` reads; nil when all is as it was. What the file system
  /// does not tell is no loss.
  /// - Parameter written: what the writer has put into the log; nil to look into it in any case.
  func loss(after written: OpenLog.Written?) -> Loss? {
    if isLost(database, path) { return .database }
    // First, as a log that was cut must not be moved into the database.
    if content?.isCut(after: written) == true { return .cutLog }
    if let log, isLost(log, "\(path)-wal") { return .log }
    return lock?.isLost == true ? .lock : nil
  }

  /// Whether the log has no bytes: another program's checkpoint may have moved all of it into the database.
  var hasEmptyLog: Bool { content?.isEmpty == true }

  private func isLost(_ file: FileIdentity, _ name: String) -> Bool {
    if let now = FileIdentity(name) { return !file.isSame(as: now) }
    return errno == ENOENT || errno == ENOTDIR
  }

  /// Whether SQLite, which opened the database while it could not be written, would now open it for writing.
  /// Asks the file system by name: closing a descriptor of the database would give up SQLite's locks.
  var mayBeWritten: Bool {
    let names = [path, FilePlacement.folder(of: path)]
    let beside = ["\(path)-wal", "\(path)-shm"].filter { (name: String) in access(name, F_OK) == 0 }
    return (names + beside).allSatisfy { (name: String) in access(name, W_OK) == 0 }
  }

  /// Keeps what is stored, as the open files may be the last that have it: a database in a copy beside its name,
  /// a log in its database. Runs on the writer, outside a transaction.
  /// - Returns: what became of it, for the log.
  func rescue(_ loss: Loss, on writer: Database) -> String {
    do {
      switch loss {
      case .lock:
        return
          "\(path)\(FileLock.serverSuffix) was moved, deleted or replaced, so that another server could run on \(path); it has all that was stored"
      case .log:
        try writer.checkpoint(.full)
        return "its log \(path)-wal was moved or deleted; what was in it is in the database now"
      case .cutLog:
        let file = rescued
        try DatabaseBackup.copy(writer, to: file)
        do {
          // The writer has most of it in memory; what it has not it reads as zeros.
          _ = try DatabaseSummary.examining(file)
        } catch {
          FilePlacement.remove(file)
          throw error
        }
        return "its log \(path)-wal was cut or overwritten; what was stored is in \(file)"
      case .database:
        let file = rescued
        try DatabaseBackup.copy(writer, to: file)
        return "\(path) was moved, deleted or replaced; what was stored is in \(file)"
      }
    } catch {
      return
        "\(path) or its log was moved, deleted, cut or replaced, and nothing could be kept: \(error)"
    }
  }

  private var rescued: String { "\(path).rescued-\(UUID().uuidString.prefix(8))" }
}
