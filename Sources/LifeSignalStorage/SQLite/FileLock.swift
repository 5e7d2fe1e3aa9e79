import Foundation
import Synchronization

/// Coordinates the process that replaces a database file with those that only work with it: an
/// advisory lock beside the file, which the system releases however the process ends (flock(2)).
///
/// Servers share it for as long as they run, and every other process that opens the file for as
/// long as it does; a process that replaces or changes the file as a whole has it exclusively.
/// SQLite's own locks cannot do this, as they belong to the very file that is replaced.
final class FileLock: Sendable {
  enum Kind: Sendable {
    case shared, alone

    fileprivate var operation: Int32 {
      switch self {
      case .shared: LOCK_SH
      case .alone: LOCK_EX
      }
    }
  }

  /// Nil once it was released.
  private let descriptor: Mutex<Int32?>
  private let file: String

  private init(descriptor: Int32, of file: String) {
    self.descriptor = Mutex(descriptor)
    self.file = file
  }

  deinit { giveBack() }

  func giveBack() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        // A child of this process has it too until it runs its own program.
        _ = flock(open, LOCK_UN)
        close(open)
      }
      descriptor = nil
    }
  }

  /// Whether its name no longer leads to the locked file, so that another process could lock that name too.
  var isLost: Bool {
    let held = descriptor.withLock { $0.flatMap { FileIdentity(descriptor: $0) } }
    guard let held else { return false }
    if let now = FileIdentity(file) { return !held.isSame(as: now) }
    return errno == ENOENT || errno == ENOTDIR
  }

  /// Takes the lock of the database at `path` immediately or not at all. Nil where there can be none, as on
  /// some network disks and in folders that may not be written: SQLite's locks remain.
  /// - Throws: to a caller that wants it alone, ``DatabaseFileError/inUse`` while another process has it; to
  ///   one that would share it, ``DatabaseFileError/beingChanged`` while another process has it alone, and
  ///   what ``DatabaseTrace/verify(_:)`` throws, because that caller opens the file.
  static func take(_ kind: Kind, ofDatabase path: String) throws -> FileLock? {
    if kind == .shared { try DatabaseTrace.verify(path) }
    do {
      return try take(kind, at: "\(real(path))-lock", of: path)
    } catch is Taken {
      throw kind == .alone ? DatabaseFileError.inUse : .beingChanged
    }
  }

  /// Takes the lock that one server at a time holds, beside the one that it shares with the tools.
  /// Nil where no lock is possible.
  /// - Throws: ``StorageError/otherServer`` while another server runs on the database at `path`.
  static func takeAsServer(ofDatabase path: String) throws -> FileLock? {
    for _ in 0..<4 {
      do {
        return try take(.alone, at: real(path) + serverSuffix, of: path)
      } catch is Taken {
        // `isHeldByServer` of a tool beside it shares a free lock for a moment.
        poll(nil, 0, 50)
      }
    }
    throw StorageError.otherServer
  }

  static let serverSuffix = "-server"

  /// Whether a server holds the database at `path` now. A free lock is shared for a moment.
  static func isHeldByServer(_ path: String) -> Bool {
    let descriptor = open(real(path) + serverSuffix, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Writes this into the file of the lock, or nothing if the disk has no room.
  func note(_ text: String) {
    descriptor.withLock { descriptor in
      guard let descriptor, ftruncate(descriptor, 0) == 0 else { return }
      _ = pwrite(descriptor, text, text.utf8.count, 0)
    }
  }

  private struct Taken: Error {}

  /// The file itself: through a symbolic link it is the same database.
  static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private static func take(_ kind: Kind, at file: String, of path: String) throws -> FileLock? {
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    giveToOwner(of: path, descriptor)
    guard flock(descriptor, kind.operation | LOCK_NB) != 0 else {
      return FileLock(descriptor: descriptor, of: file)
    }
    let isTaken = errno == EWOULDBLOCK
    close(descriptor)
    if isTaken { throw Taken() }
    return nil
  }

  /// An administrator's command must leave no file behind that the server may not open.
  private static func giveToOwner(of path: String, _ descriptor: Int32) {
    guard geteuid() == 0, let owner = FileOwner(ofDatabase: path) else { return }
    _ = fchown(descriptor, owner.user, owner.group)
  }
}

/// The owner of a database: that of its file, or else of its folder.
struct FileOwner {
  let user: uid_t
  let group: gid_t

  init?(ofDatabase path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var entry = stat()
    guard stat(path, &entry) == 0 || stat(folder, &entry) == 0 else { return nil }
    (user, group) = (entry.st_uid, entry.st_gid)
  }
}
