public import Foundation
import Synchronization

/// Where `@Shared(.fileStorage(_))` reads and writes: the file system, or memory in tests.
public struct FileStorage: Sendable {
  /// Equal for copies of one storage: its files are the same files.
  let identity: ObjectIdentifier
  private let files: any Files

  private init(_ files: any Files) {
    identity = ObjectIdentifier(files)
    self.files = files
  }

  /// The machine's files. A write is complete or has not happened, also when the power fails.
  public static let fileSystem = FileStorage(DiskFiles())

  /// Files that exist in memory only, and only in this storage and its copies.
  public static func inMemory(_ files: [URL: Data] = [:]) -> FileStorage {
    FileStorage(MemoryFiles(files))
  }

  /// A file's contents, or nil where there is no such file.
  public func contents(of url: URL) throws -> Data? { try files.read(url) }

  /// Replaces a file, or makes it and the folders it lies in.
  public func write(_ data: Data, to url: URL) async throws { try await files.write(data, url) }

  /// Keeps a copy of a file under a name that is free: `name.unreadable`, `name.unreadable-2` …
  func keepAside(_ url: URL) throws -> URL {
    for number in 1... {
      let suffix = number == 1 ? "unreadable" : "unreadable-\(number)"
      let aside = url.appendingPathExtension(suffix)
      if try files.copy(url, aside) { return aside }
    }
    return url
  }
}

protocol Files: AnyObject, Sendable {
  func read(_ url: URL) throws -> Data?
  func write(_ data: Data, _ url: URL) async throws
  /// False if there is a file of the new name already.
  func copy(_ url: URL, _ copy: URL) throws -> Bool
}

private final class MemoryFiles: Files {
  private let contents: Locked<[URL: Data]>

  init(_ files: [URL: Data]) { contents = Locked(files) }

  func read(_ url: URL) -> Data? { contents.withLock { $0[url] } }
  func write(_ data: Data, _ url: URL) { contents.withLock { $0[url] = data } }
  func copy(_ url: URL, _ copy: URL) -> Bool {
    contents.withLock { contents in
      guard contents[copy] == nil else { return false }
      contents[copy] = contents[url]
      return true
    }
  }
}

private enum FileStorageDependencyKey: DependencyKey {
  static let liveValue = FileStorage.fileSystem
  static var testValue: FileStorage { .inMemory() }
}

extension DependencyValues {
  /// Where `@Shared(.fileStorage(_))` keeps its files. In tests, memory that each store has of its
  /// own.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependencyKey.self] }
    set { self[FileStorageDependencyKey.self] = newValue }
  }
}
