import Foundation

/// A picture in shades of grey, small enough to be searched for a code.
///
/// Sent as a binary portable graymap: `P5`, width, height and 255 in decimal, one blank, then a byte
/// for each pixel. The simplest format there is: nothing is decoded that could be malformed.
package struct GreyFrame: Equatable, Sendable {
  /// Pixels along a side.
  static let sides = 16...1_280
  /// The largest frame with its header.
  package static let maximumBytes = sides.upperBound * sides.upperBound + 32

  let width: Int
  let height: Int
  let pixels: Data

  /// Nil unless the bytes are exactly such a picture, within the bounds.
  init?(_ bytes: Data) {
    var rest = bytes[...]
    guard Self.word(&rest) == "P5",
      let width = Self.word(&rest).flatMap({ Int($0) }), Self.sides.contains(width),
      let height = Self.word(&rest).flatMap({ Int($0) }), Self.sides.contains(height),
      Self.word(&rest) == "255", rest.count == width * height
    else { return nil }
    self.width = width
    self.height = height
    pixels = Data(rest)
  }

  /// The next word of the header, with the one blank after it.
  private static func word(_ rest: inout Data) -> String? {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    guard let end = rest.prefix(8).firstIndex(where: { blanks.contains($0) }) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
