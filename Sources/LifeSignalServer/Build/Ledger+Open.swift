import Foundation
import LifeSignalEngine
import LifeSignalStorage

extension SQLiteLedger {
  /// Opens the database the settings name, making its folder when it is missing.
  /// - Throws: ``SettingsError`` when the folder or the file cannot be used.
  static func open(
    _ database: Settings.Database, clock: any ServerClock,
    as server: ServerRole = ServerRole(keepsReserve: false, diskFailed: { _ in })
  ) throws -> SQLiteLedger {
    let path =
      switch database {
      case .sqlite(let path): path
      }
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SettingsError("database.path: the folder \(folder.path) cannot be created.")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw SettingsError("database.path: \(path) is a folder. Name a file in it.")
    }
    do {
      return try open(at: path, clock: clock, server: server)
    } catch let error as StorageError {
      throw SettingsError("database.path: \(path): \(error)")
    } catch let error as DatabaseFileError {
      throw SettingsError("database.path: \(error)")
    }
  }
}
