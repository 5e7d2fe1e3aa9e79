import Foundation
import GRDBSQLite
import Synchronization

/// Puts a ``TestDisk`` between SQLite and its files: every operation on a file below a test's folder goes
/// to the disk first. All other files work as usual.
///
/// Only the table of functions of an open file is replaced. The functions behind it are SQLite's own, so
/// locks and the shared memory of the log work as they do in a server.
enum WatchedFiles {
  private struct File: @unchecked Sendable {
    let disk: TestDisk
    let name: String
    let methods: UnsafePointer<sqlite3_io_methods>
    let watched: UnsafeMutablePointer<sqlite3_io_methods>
  }

  private struct State: Sendable {
    var disks: [String: TestDisk] = [:]
    var files: [Int: File] = [:]
  }

  private static let state = Mutex(State())

  /// From now on files in this folder belong to the disk.
  static func watch(_ folder: URL, for disk: TestDisk) {
    _ = isRegistered
    state.withLock { $0.disks[key(folder.path())] = disk }
  }

  /// Files that are opened from now on go the usual way.
  static func forget(_ folder: URL) { state.withLock { $0.disks[key(folder.path())] = nil } }

  private static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    ours.initialize(to: system.pointee)
    ours.pointee.pNext = nil
    ours.pointee.zName = UnsafePointer(strdup("lifesignal-test"))
    ours.pointee.xOpen = { vfs, name, file, flags, granted in
      guard let system = sqlite3_vfs_find("unix") else { return SQLITE_ERROR }
      let code = system.pointee.xOpen(system, name, file, flags, granted)
      if code == SQLITE_OK, let name, let file {
        WatchedFiles.opened(file, at: String(cString: name))
      }
      return code
    }
    ours.pointee.xDelete = { vfs, name, isSynced in
      guard let system = sqlite3_vfs_find("unix") else { return SQLITE_ERROR }
      let code = system.pointee.xDelete(system, name, isSynced)
      if code == SQLITE_OK, let name { WatchedFiles.deleted(String(cString: name)) }
      return code
    }
    return sqlite3_vfs_register(ours, 1) == SQLITE_OK
  }()

  private static func key(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  private static func place(of path: String) -> (disk: TestDisk, name: String)? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = String(path[...slash])
    return state.withLock { $0.disks[folder] }
      .map { ($0, String(path[path.index(after: slash)...])) }
  }

  private static func deleted(_ path: String) {
    if let (disk, name) = place(of: path) { disk.note(.delete(name)) }
  }

  private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, at path: String) {
    guard let (disk, name) = place(of: path), let methods = file.pointee.pMethods else { return }
    let watched = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    watched.initialize(to: methods.pointee)
    watched.pointee.xWrite = { file, bytes, count, offset in
      guard let file, let bytes, let known = WatchedFiles.file(file) else { return SQLITE_IOERR }
      let written = Data(bytes: bytes, count: Int(count))
      let event = DiskEvent.write(known.name, offset: Int(offset), written)
      if let code = known.disk.refusal(of: event) { return code }
      return known.methods.pointee.xWrite(file, bytes, count, offset)
    }
    watched.pointee.xTruncate = { file, size in
      guard let file, let known = WatchedFiles.file(file) else { return SQLITE_IOERR }
      let event = DiskEvent.truncate(known.name, size: Int(size))
      if let code = known.disk.refusal(of: event) { return code }
      return known.methods.pointee.xTruncate(file, size)
    }
    // What is synced is decided by the disk's own book, so the machine's disk need not be waited for.
    watched.pointee.xSync = { file, flags in
      guard let file, let known = WatchedFiles.file(file) else { return SQLITE_IOERR }
      return known.disk.refusal(of: .sync(known.name)) ?? SQLITE_OK
    }
    watched.pointee.xClose = { file in
      guard let file, let known = WatchedFiles.closed(file) else { return SQLITE_IOERR }
      file.pointee.pMethods = known.methods
      known.watched.deallocate()
      return known.methods.pointee.xClose(file)
    }
    state.withLock {
      $0.files[Int(bitPattern: file)] = File(
        disk: disk, name: name, methods: methods, watched: watched)
    }
    file.pointee.pMethods = UnsafePointer(watched)
  }

  private static func file(_ file: UnsafeMutablePointer<sqlite3_file>) -> File? {
    state.withLock { $0.files[Int(bitPattern: file)] }
  }

  private static func closed(_ file: UnsafeMutablePointer<sqlite3_file>) -> File? {
    state.withLock { $0.files.removeValue(forKey: Int(bitPattern: file)) }
  }
}
