import Foundation

/// Reading a JPEG segment by segment (ITU-T T.81, Annex B).
enum JPEGFile {
  private enum Marker {
    static let start: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let huffman: UInt8 = 0xC4
    static let arithmetic: UInt8 = 0xCC
    static let tables: Set<UInt8> = [huffman, arithmetic, 0xDB, 0xDD]
    static let application0: UInt8 = 0xE0
    static let application14: UInt8 = 0xEE

    static func isFrame(_ marker: UInt8) -> Bool {
      (0xC0...0xCF).contains(marker) && ![huffman, 0xC8, arithmetic].contains(marker)
    }
  }

  /// Nil unless this is one whole JPEG with exactly one frame before its first scan.
  static func read(_ bytes: [UInt8]) -> PictureFile? {
    guard bytes.starts(with: [0xFF, Marker.start]) else { return nil }
    var kept: [UInt8] = [0xFF, Marker.start]
    kept.reserveCapacity(bytes.count)
    var size: (width: Int, height: Int)?
    var hasScan = false
    var next = 2
    while let (marker, start) = marker(in: bytes, at: next) {
      if marker == Marker.end {
        guard let size, hasScan else { return nil }
        kept += [0xFF, Marker.end]
        return PictureFile(
          kind: .jpeg, width: size.width, height: size.height, bytes: Data(kept))
      }
      // A length counts itself.
      guard let length = bytes.bigEndian16(at: start), length >= 2,
        start + length <= bytes.count
      else { return nil }
      let end = start + length
      if Marker.isFrame(marker) {
        guard size == nil, length >= 8, let height = bytes.bigEndian16(at: start + 3),
          let width = bytes.bigEndian16(at: start + 5)
        else { return nil }
        size = (width, height)
      }
      if isKept(marker, bytes[(start + 2)..<end]) {
        kept += [0xFF, marker]
        kept += bytes[start..<end]
      }
      next = end
      if marker == Marker.scan {
        guard size != nil else { return nil }
        hasScan = true
        next = endOfScan(in: bytes, from: end)
        kept += bytes[end..<next]
      }
    }
    return nil
  }

  /// The marker at this place, with fill bytes skipped, and the place of its segment's length.
  private static func marker(in bytes: [UInt8], at place: Int) -> (UInt8, Int)? {
    guard place < bytes.count, bytes[place] == 0xFF else { return nil }
    var next = place
    while next < bytes.count, bytes[next] == 0xFF { next += 1 }
    guard next < bytes.count, bytes[next] != 0 else { return nil }
    return (bytes[next], next + 1)
  }

  /// Coded data lasts until a marker that is neither a stuffed byte nor a restart.
  private static func endOfScan(in bytes: [UInt8], from start: Int) -> Int {
    var next = start
    while next + 1 < bytes.count {
      if bytes[next] == 0xFF, bytes[next + 1] != 0, !(0xD0...0xD7).contains(bytes[next + 1]) {
        return next
      }
      next += 1
    }
    return bytes.count
  }

  /// The segments that decoding needs: frames, scans, tables, the plain JFIF header and Adobe's
  /// marker for how colours are coded. Every other segment reveals more than the picture.
  private static func isKept(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    if Marker.isFrame(marker) || marker == Marker.scan || Marker.tables.contains(marker) {
      return true
    }
    switch marker {
    case Marker.application0:
      // Longer ones contain a thumbnail.
      return content.starts(with: Array("JFIF\0".utf8)) && content.count == 14
    case Marker.application14:
      return content.starts(with: Array("Adobe".utf8)) && content.count == 12  // no words
    default:
      return false
    }
  }
}

extension [UInt8] {
  func bigEndian16(at place: Int) -> Int? {
    guard place >= 0, place + 1 < count else { return nil }
    return Int(clamping: self[place]) << 8 | Int(clamping: self[place + 1])
  }

  func bigEndian32(at place: Int) -> Int? {
    guard let high = bigEndian16(at: place), let low = bigEndian16(at: place + 2) else {
      return nil
    }
    return high << 16 | low
  }
}
