import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's files. Writing waits for the disk, so it has a thread of its own.
final class DiskFiles: Files {
  private let queue = DispatchQueue(label: "composable.file-storage", qos: .utility)

  func read(_ url: URL) throws -> Data? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try Data(contentsOf: url)
  }

  func write(_ data: Data, _ url: URL) async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try Self.replace(url, with: data) }) }
    }
  }

  func copy(_ url: URL, _ copy: URL) throws -> Bool {
    guard FileManager.default.fileExists(atPath: url.path) else { return true }
    if FileManager.default.fileExists(atPath: copy.path) { return false }
    do {
      // A second name costs nothing and cannot be half done; not every file system has them.
      try FileManager.default.linkItem(at: url, to: copy)
    } catch {
      try FileManager.default.copyItem(at: url, to: copy)
    }
    return true
  }

  /// Writes beside the file, waits for the disk, and only then takes the file's place.
  private static func replace(_ url: URL, with data: Data) throws {
    let target = url.resolvingSymlinksInPath()
    let folder = target.deletingLastPathComponent()
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let beside = folder.appendingPathComponent(
      ".\(target.lastPathComponent).\(UUID().uuidString)")
    let permissions = try? files.attributesOfItem(atPath: target.path)[.posixPermissions]
    let attributes = permissions.map { [FileAttributeKey.posixPermissions: $0] }
    do {
      guard files.createFile(atPath: beside.path, contents: data, attributes: attributes) else {
        throw CocoaError(.fileWriteUnknown)
      }
      let handle = try FileHandle(forWritingTo: beside)
      try handle.synchronize()
      try handle.close()
      guard rename(beside.path, target.path) == 0 else { throw systemError() }
    } catch {
      try? files.removeItem(at: beside)
      throw error
    }
    synchronizeFolder(folder)
  }

  /// The new name itself must survive. Not every file system can be asked for it.
  private static func synchronizeFolder(_ folder: URL) {
    let descriptor = open(folder.path, O_RDONLY)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }

  private static func systemError() -> any Error {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
