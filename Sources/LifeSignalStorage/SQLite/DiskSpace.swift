import Foundation

/// Bytes on the disk of a folder.
public struct DiskSpace: Equatable, Sendable {
  /// The bytes that a process without privileges may still write.
  public var free: Int64
  public var total: Int64

  public init(free: Int64, total: Int64) {
    self.free = free
    self.total = total
  }

  /// Nil if the system does not report it.
  public init?(of folder: String) {
    var found = statvfs()
    guard statvfs(folder, &found) == 0, found.f_frsize > 0 else { return nil }
    let unit = UInt64(found.f_frsize)
    self.init(
      free: Self.bytes(UInt64(found.f_bavail), unit),
      total: Self.bytes(UInt64(found.f_blocks), unit))
  }

  private static func bytes(_ blocks: UInt64, _ unit: UInt64) -> Int64 {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: unit)
    return overflows ? .max : Int64(clamping: bytes)
  }

  /// The space that a copy must leave free: 1 GB, on disks below 20 GB a twentieth.
  var reserved: Int64 { min(1_000_000_000, total / 20) }
}
