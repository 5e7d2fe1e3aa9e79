import Foundation

/// A file that only grows, one line per write call, so that concurrent lines do not mix and a kill
/// cuts none in half.
final class AppendLog: Sendable {
  struct CannotWrite: Error {}

  private let descriptor: Int32
  private let waitsForDisk: Bool

  init(_ path: String, waitsForDisk: Bool = false) throws {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    self.waitsForDisk = waitsForDisk
    guard descriptor >= 0 else { throw CannotWrite() }
  }

  deinit { close(descriptor) }

  func append(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else { throw CannotWrite() }
    if waitsForDisk, fsync(descriptor) != 0 { throw CannotWrite() }
  }
}
