import Foundation
import Synchronization

/// A placeholder file beside the database that gives its space to check-ins when the disk is full.
///
/// It occupies real blocks of the disk: 256 MiB, on small disks a hundredth. It is created again
/// when a server starts and there is room for eight of it.
final class DiskReserve: Sendable {
  static let suffix = "-reserve"
  static let mostBytes: Int64 = 256 * 1_024 * 1_024

  private let file: String
  private let isThere: Mutex<Bool>

  /// - Parameters:
  ///   - path: the database.
  ///   - space: the disk's; without it no reserve is made.
  init(ofDatabase path: String, on space: DiskSpace?) {
    file = path + Self.suffix
    isThere = Mutex(Self.make(path + Self.suffix, on: space))
  }

  var isKept: Bool { isThere.withLock { $0 } }

  /// Frees its space.
  /// - Returns: whether there was one to free.
  func release() -> Bool {
    isThere.withLock { isThere in
      guard isThere else { return false }
      isThere = false
      return unlink(file) == 0
    }
  }

  private static func make(_ file: String, on space: DiskSpace?) -> Bool {
    guard let space else { return false }
    let size = min(mostBytes, space.total / 100)
    if FilePlacement.size(file) >= size { return true }
    guard space.free >= 8 * size else {
      // Half a reserve helps little and hides that there is none.
      unlink(file)
      return false
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard posix_fallocate(descriptor, 0, off_t(size)) == 0 else {
      unlink(file)
      return false
    }
    return true
  }
}
