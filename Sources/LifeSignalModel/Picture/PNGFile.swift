import Foundation

/// Reading a PNG chunk by chunk (W3C PNG, third edition, 5).
enum PNGFile {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The chunks a still picture is decoded from; texts, times, Exif, profiles and animation are
  /// dropped.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB",
  ]

  /// Nil unless this is one whole PNG whose chunks have correct checksums.
  static func read(_ bytes: [UInt8]) -> PictureFile? {
    guard bytes.starts(with: signature) else { return nil }
    var result = signature
    result.reserveCapacity(bytes.count)
    var size: (width: Int, height: Int)?
    var hasData = false
    var next = signature.count
    while let length = bytes.bigEndian32(at: next), next + 12 + length <= bytes.count {
      let content = next + 8
      let end = content + length
      guard let sum = bytes.bigEndian32(at: end),
        UInt32(clamping: sum) == CyclicRedundancyCheck.of(bytes[(next + 4)..<end])
      else { return nil }
      let type = String(decoding: bytes[(next + 4)..<content], as: UTF8.self)
      if size == nil {
        guard type == "IHDR", length == 13, let width = bytes.bigEndian32(at: content),
          let height = bytes.bigEndian32(at: content + 4)
        else { return nil }
        size = (width, height)
      } else if type == "IHDR" {
        return nil
      }
      if kept.contains(type) { result += bytes[next..<(end + 4)] }
      hasData = hasData || type == "IDAT"
      if type == "IEND" {
        guard let size, hasData else { return nil }
        return PictureFile(
          kind: .png, width: size.width, height: size.height, bytes: Data(result))
      }
      next = end + 4
    }
    return nil
  }
}

/// The checksum of a PNG's chunks (W3C PNG, third edition, Annex D).
enum CyclicRedundancyCheck {
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(clamping: number)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int(clamping: (sum ^ UInt32(clamping: byte)) & 0xFF)] ^ (sum >> 8)
    }
  }
}
