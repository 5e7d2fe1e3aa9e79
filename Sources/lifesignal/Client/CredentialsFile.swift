import Foundation
import LifeSignalAPI
import LifeSignalModel

/// The signed-in session on this machine: one file that only its owner can read.
///
/// `$XDG_CONFIG_HOME/lifesignal/credentials.json`, or in `~/.config` (XDG Base Directory
/// Specification 0.8).
struct CredentialsFile: Sendable {
  struct Content: Codable, Equatable, Sendable {
    /// The only one the token is ever sent to.
    var server: URL
    var credential: APICredential
  }

  let path: String

  init(environment: [String: String]) {
    // Relative paths are to be ignored, says the specification.
    let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    path = (given ?? home + "/.config") + "/lifesignal/credentials.json"
  }

  /// Nil when there is none, or none that can be read.
  func load() -> Content? {
    FileManager.default.contents(atPath: path)
      .flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
  }

  /// Nil removes it.
  func save(_ content: Content?) throws {
    let files = FileManager.default
    guard let content else {
      if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
      return
    }
    let folder = (path as NSString).deletingLastPathComponent
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.write(try encoder.encode(content) + Data("\n".utf8), to: path)
  }
}

/// A file that at no time anyone but its owner can read.
enum PrivateFile {
  struct Failed: Error {}

  /// Replaces the file in one atomic step.
  static func write(_ data: Data, to path: String) throws {
    let draft = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    // Its mode is set while it is still empty.
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw Failed() }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      unlink(draft)
      throw Failed()
    }
  }
}
