import Foundation

/// A file named by an operator, checked before SQLite opens it: SQLite's words for a folder or a
/// wrong path help no one.
enum DatabaseFile {
  /// - Parameter what: `database` or `backup`.
  /// - Throws: ``SettingsError`` unless there is a regular file at `path` that may be read.
  static func require(_ what: String, at path: String) throws {
    guard !path.isEmpty else { throw SettingsError("The path of the \(what) is empty.") }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      if access(path, F_OK) != 0, errno == EACCES { throw unreadable(path) }
      throw SettingsError("There is no \(what) at \(absolute(path)).")
    }
    guard !isFolder.boolValue else {
      throw SettingsError("\(absolute(path)) is a folder. Name the \(what) in it.")
    }
    try refusePipe(path)
    guard access(path, R_OK) == 0 else { throw unreadable(path) }
  }

  private static func unreadable(_ path: String) -> SettingsError {
    SettingsError(
      "\(absolute(path)) may not be read by this user. Run the command as the one the server runs as."
    )
  }

  /// - Throws: ``SettingsError`` unless a file can be made at `path`, or replaced.
  static func requirePlace(at path: String) throws {
    guard !path.isEmpty else { throw SettingsError("The path to write to is empty.") }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw SettingsError("\(absolute(path)) is a folder. Name a file in it.")
    }
    try refusePipe(path)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw SettingsError("There is no folder \(folder). Make it first, or check the path.") }
    guard access(folder, W_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw SettingsError("The folder \(folder) cannot be written to by this user: \(reason).")
    }
  }

  /// Opening a pipe, or reading a device, could wait forever.
  private static func refusePipe(_ path: String) throws {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let kind = try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
    // A link that leads nowhere is replaced, or reported as missing.
    guard let kind, kind != .typeRegular, kind != .typeSymbolicLink else { return }
    throw SettingsError("\(absolute(path)) is a pipe or a device. Name a file.")
  }

  private static func absolute(_ path: String) -> String { URL(filePath: path).path }
}
