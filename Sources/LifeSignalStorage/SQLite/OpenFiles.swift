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
    /// The name of its log leads to another file or to none.
    case log
    /// Part of the log that was committed is gone.
    case cutLog
    /// The name of the server's lock leads to another file or to none.
    case lock
  }

  let path: String
  private let name: String
  private let database: FileIdentity
  private let log: FileIdentity?
  private let content: OpenLog?
  private let lock: FileLock?

  /// Nil if no file has the name. Must run after the database was opened, so that its log exists.
  /// - Parameters:
  ///   - path: the file itself, with its log beside it.
  ///   - name: the name under which the next start opens it; nil for the path. May be a symbolic link.
  ///   - lock: the server's.
  init?(at path: String, named name: String? = nil, lock: FileLock? = nil) {
    guard let database = FileIdentity(path) else { return nil }
    self.path = path
    self.name = name ?? path
    self.lock = lock
    self.database = database
    log = FileIdentity("\(path)-wal")
    content = OpenLog(ofDatabase: path)
  }

  /// Nil when all is as it was. Asks the file system four times, besides what ``OpenLog`` reads. An error of the
  /// file system other than a missing name is no loss.
  /// - Parameter written: what the writer has put into the log; nil to read the log in any case.
  func loss(after written: OpenLog.Written?) -> Loss? {
    if isLost(database, name) { return .database }
    // Before the log's name, because rescuing a deleted log moves it into the database: a cut one must not be.
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

  /// Whether SQLite, which opened the database when it could not be written, would now open it for writing.
  /// Asks the file system by name: closing a descriptor of the database would give up SQLite's locks.
  var mayBeWritten: Bool {
    let names = [path, FilePlacement.folder(of: path)]
    let beside = ["\(path)-wal", "\(path)-shm"].filter { (name: String) in access(name, F_OK) == 0 }
    return (names + beside).allSatisfy { (name: String) in access(name, W_OK) == 0 }
  }

  /// Keeps what is stored, because only the open files may still contain it: copies the database to a file beside
  /// its name, or moves a deleted log into the database. Runs on the writer, outside a transaction.
  /// - Returns: the outcome, for the server's log.
  func rescue(_ loss: Loss, on writer: Database) -> String {
    do {
      switch loss {
      case .lock:
        return
          "\(path)\(FileLock.serverSuffix) was moved, deleted or replaced, so another server could run on \(path), which has all that was stored"
      case .log:
        try writer.checkpoint(.full)
        return "its log \(path)-wal was moved or deleted; what was in it is in the database now"
      case .cutLog:
        let file = rescued
        try DatabaseBackup.copy(writer, to: file)
        do {
          // The writer has most pages in memory, and reads the others as zeros.
          _ = try DatabaseSummary.examining(file)
        } catch {
          FilePlacement.remove(file)
          throw error
        }
        return "its log \(path)-wal was cut or overwritten; what was stored is in \(file)"
      case .database:
        let file = rescued
        try DatabaseBackup.copy(writer, to: file)
        return "\(name) was moved, deleted or replaced; what was stored is in \(file)"
      }
    } catch {
      return
        "\(path) or its log was moved, deleted, cut or replaced, and nothing could be kept: \(error)"
    }
  }

  private var rescued: String { "\(path).rescued-\(UUID().uuidString.prefix(8))" }
}
