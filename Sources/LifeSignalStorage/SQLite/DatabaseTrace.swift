import Foundation

/// A file's identity, under any name.
struct FileIdentity: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
  /// The number of its hard links.
  let names: Int

  /// Nil if there is no file.
  init?(_ path: String) {
    var entry = stat()
    guard stat(path, &entry) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: entry.st_dev)
    number = UInt64(truncatingIfNeeded: entry.st_ino)
    names = Int(truncatingIfNeeded: entry.st_nlink)
  }

  /// Of a file that is open, whatever has become of its name.
  init?(descriptor: Int32) {
    var entry = stat()
    guard fstat(descriptor, &entry) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: entry.st_dev)
    number = UInt64(truncatingIfNeeded: entry.st_ino)
    names = Int(truncatingIfNeeded: entry.st_nlink)
  }

  func isSame(as other: FileIdentity?) -> Bool {
    device == other?.device && number == other?.number
  }
}

/// Whether the file under a database's name is the one the last server worked on, with its own log
/// beside it.
///
/// The log does not name its file: SQLite replays it into any other file of that name, and deletes
/// it beside an empty one. So a server writes the numbers of both into the file of its lock.
struct DatabaseTrace: Equatable {
  private var file: UInt64
  private var log: UInt64?

  /// The trace of the present files; nil if there is no database.
  init?(of path: String) {
    guard let file = FileIdentity(path) else { return nil }
    self.file = file.number
    log = FileIdentity("\(path)-wal")?.number
  }

  /// The trace that the last server of the database at `path` left; nil if none has.
  init?(lastOf path: String) {
    guard let data = FileManager.default.contents(atPath: path + FileLock.serverSuffix) else {
      return nil
    }
    let numbers = String(decoding: data.prefix(100), as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    guard let file = numbers.first.flatMap({ UInt64($0) }) else { return nil }
    self.file = file
    log = numbers.dropFirst().first.flatMap { UInt64($0) }
  }

  var text: String { "\(file) \(log.map { "\($0)" } ?? "-")\n" }

  /// - Throws: ``StorageError/otherNames(_:)``, ``StorageError/gone(_:)`` or
  ///   ``StorageError/foreignLog(_:)``: opening the file would lose stored data, or mix it.
  static func verify(_ path: String) throws {
    let path = FileLock.real(path)
    let last = DatabaseTrace(lastOf: path)
    guard FilePlacement.size(path) > 0 else {
      if last != nil || FilePlacement.size("\(path)-wal") > 0 { throw StorageError.gone(path) }
      return
    }
    if hasForeignLog(path) { throw StorageError.foreignLog(path) }
    guard let now = FileIdentity(path) else { return }
    let names = now.names - leftovers(of: path, now)
    guard names < 2 else { throw StorageError.otherNames(names) }
  }

  /// Whether another file now has the name, while the log is still the last server's.
  static func hasForeignLog(_ path: String) -> Bool {
    guard let last = DatabaseTrace(lastOf: path), let now = DatabaseTrace(of: path) else {
      return false
    }
    return last.file != now.file && last.log != nil && last.log == now.log
      && FilePlacement.size("\(path)-wal") > 0
  }

  /// Second names that a restore has given the file before it was killed: no server opens those.
  private static func leftovers(of path: String, _ file: FileIdentity) -> Int {
    guard file.names > 1 else { return 0 }
    let folder = FilePlacement.folder(of: path)
    let prefix = URL(filePath: path).lastPathComponent + DatabaseExchange.asideInfix
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      name.hasPrefix(prefix) && file.isSame(as: FileIdentity("\(folder)/\(name)"))
    }
  }
}
