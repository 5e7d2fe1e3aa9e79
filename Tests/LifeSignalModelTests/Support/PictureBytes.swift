import Foundation

@testable import LifeSignalModel

/// Files made by hand, segment by segment.
enum PictureBytes {
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  static func jpeg(
    width: Int = 640, height: Int = 480, extra: [[UInt8]] = [], tail: [UInt8] = []
  ) -> Data {
    let frame: [UInt8] = [
      8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1,
      0x11, 0,
    ]
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    for part in extra { bytes += part }
    bytes += segment(0xDB, Array(repeating: 1, count: 65))
    bytes += segment(0xC0, frame)
    bytes += segment(0xC4, [0] + Array(repeating: 0, count: 16))
    bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
    bytes += [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xD9]
    return Data(bytes + tail)
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let typed = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + typed + bigEndian(CyclicRedundancyCheck.of(typed))
  }

  static func png(width: UInt32 = 64, height: UInt32 = 64, extra: [[UInt8]] = []) -> Data {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
    for part in extra { bytes += part }
    bytes += chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
    return Data(bytes)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
