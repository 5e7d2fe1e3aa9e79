import Foundation

/// Files that are complete or absent, whenever the process is killed. They are synced in an order
/// that is also right for a power cut; no test cuts the power here.
enum FilePlacement {
  /// Makes an empty file that only its owner may read.
  /// - Throws: ``DatabaseFileError/cannotWrite(_:reason:)``, also when the file exists.
  static func create(_ file: String) throws {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(file) }
    close(descriptor)
  }

  /// Whether both names lead to one file, or would if it existed.
  static func areSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    if stat(left, &one) == 0, stat(right, &other) == 0 {
      return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    let (first, second) = (URL(filePath: left), URL(filePath: right))
    return first.lastPathComponent == second.lastPathComponent
      && stat(folder(of: left), &one) == 0 && stat(folder(of: right), &other) == 0
      && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// Waits until the file's bytes, or the folder's names, are on the disk.
  static func settle(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  /// Gives the file its name in one atomic step.
  /// - Parameter replacing: whether an existing file of that name is replaced.
  /// - Throws: ``DatabaseFileError/exists(_:)`` if there is one that must stay;
  ///   ``DatabaseFileError/cannotWrite(_:reason:)``, also for a name that is no file's.
  static func name(_ file: String, as name: String, replacing: Bool) throws {
    if replacing {
      var entry = stat()
      if lstat(name, &entry) == 0, ![S_IFREG, S_IFLNK].contains(entry.st_mode & S_IFMT) {
        throw DatabaseFileError.cannotWrite(name, reason: "it is a device, a pipe or a folder")
      }
      guard rename(file, name) == 0 else { throw failure(name) }
    } else if link(file, name) == 0 {
      unlink(file)
    } else if errno == EEXIST {
      throw DatabaseFileError.exists(name)
    } else {
      // A disk without hard links, such as a USB stick's.
      guard access(name, F_OK) != 0 else { throw DatabaseFileError.exists(name) }
      guard rename(file, name) == 0 else { throw failure(name) }
    }
    try settle(folder(of: name))
  }

  /// A second name for the file, so that it is never without one; a copy where the disk has no hard
  /// links. Does nothing without a file.
  ///
  /// Copying a database gives up its ``DatabaseHold``: on such a disk, from here on, ``FileLock``
  /// alone keeps other processes out, and only our own programs.
  static func keep(_ file: String, as name: String) throws {
    guard link(file, name) != 0, errno != ENOENT else { return }
    guard errno != EEXIST, access(name, F_OK) != 0 else { throw DatabaseFileError.exists(name) }
    do {
      try FileManager.default.copyItem(atPath: file, toPath: name)
    } catch {
      try? FileManager.default.removeItem(atPath: name)
      throw DatabaseFileError.cannotWrite(name, reason: "the file that was there cannot be kept")
    }
    try settle(name)
  }

  /// Bytes; 0 without a file.
  static func size(_ file: String) -> Int64 {
    var entry = stat()
    return stat(file, &entry) == 0 ? Int64(clamping: entry.st_size) : 0
  }

  static func folder(of file: String) -> String {
    URL(filePath: file).deletingLastPathComponent().path
  }

  /// Removes the file's name. Does nothing without a file.
  static func drop(_ file: String) throws {
    guard unlink(file) != 0, errno != ENOENT else { return }
    throw failure(file)
  }

  static func remove(_ file: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) }
  }

  private static func failure(_ file: String) -> DatabaseFileError {
    .cannotWrite(file, reason: String(cString: strerror(errno)))
  }
}
