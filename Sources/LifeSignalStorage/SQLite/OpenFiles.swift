import Foundation
import GRDB

/// The files that a server has open, and whether their names still lead to them.
///
/// What is moved, deleted or replaced beneath a server stays open to it: it would go on, and all it acknowledged
/// would be gone with its end.
struct OpenFiles: Sendable {
  enum Loss: Equatable, Sendable {
    /// The name of the database leads to another file or to none.
    case database
    /// The same of its log.
    case log
  }

  let path: String
  private let database: FileIdentity
  private let log: FileIdentity?

  /// Nil where nothing is under the name. After the database was opened, so that its log is there.
  init?(at path: String) {
    guard let database = FileIdentity(path) else { return nil }
    self.path = path
    self.database = database
    log = FileIdentity("\(path)-wal")
  }

  /// Costs two looks at the file system; nil when all is as it was. What the file system does not tell is no loss.
  var loss: Loss? {
    if isLost(database, path) { return .database }
    if let log, isLost(log, "\(path)-wal") { return .log }
    return nil
  }

  private func isLost(_ file: FileIdentity, _ name: String) -> Bool {
    if let now = FileIdentity(name) { return !file.isSame(as: now) }
    return errno == ENOENT || errno == ENOTDIR
  }

  /// Keeps what is stored, as the open files may be the last that have it: a database in a copy beside its name,
  /// a log in its database. Runs on the writer, outside a transaction.
  /// - Returns: what became of it, for the log.
  func rescue(_ loss: Loss, on writer: Database) -> String {
    do {
      switch loss {
      case .log:
        try writer.checkpoint(.full)
        return "its log \(path)-wal was moved or deleted; what was in it is in the database now"
      case .database:
        let file = "\(path).rescued-\(UUID().uuidString.prefix(8))"
        try DatabaseBackup.copy(writer, to: file)
        return "\(path) was moved, deleted or replaced; what was stored is in \(file)"
      }
    } catch {
      return
        "\(path) or its log was moved, deleted or replaced, and nothing could be kept: \(error)"
    }
  }
}
