import Foundation

/// A file named by an operator, checked before SQLite opens it: SQLite's words for a folder or a
/// wrong path help no one.
enum DatabaseFile {
  /// - Parameter what: `database` or `backup`.
  /// - Throws: ``SettingsError`` unless there is a file at `path` that may be read.
  static func require(_ what: String, at path: String) throws {
    guard !path.isEmpty else { throw SettingsError("The path of the \(what) is empty.") }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SettingsError("There is no \(what) at \(absolute(path)).")
    }
    guard !isFolder.boolValue else {
      throw SettingsError("\(absolute(path)) is a folder. Name the \(what) in it.")
    }
    guard access(path, R_OK) == 0 else {
      throw SettingsError(
        "\(absolute(path)) may not be read by this user. Run the command as the one the server runs as."
      )
    }
  }

  /// - Throws: ``SettingsError`` unless a file can be made at `path`, or replaced.
  static func requirePlace(at path: String) throws {
    guard !path.isEmpty else { throw SettingsError("The path to write to is empty.") }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw SettingsError("\(absolute(path)) is a folder. Name a file in it.")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw SettingsError("There is no folder \(folder). Make it first, or check the path.") }
    guard access(folder, W_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      throw SettingsError("The folder \(folder) cannot be written to by this user: \(reason).")
    }
  }

  private static func absolute(_ path: String) -> String { URL(filePath: path).path }
}
