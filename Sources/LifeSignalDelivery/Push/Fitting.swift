import Foundation

/// Cuts text that would be too long for its carrier.
enum Fitting {
  /// At most that many bytes of UTF-8, and never a part of a character; a cut is marked.
  static func shortened(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var short = ""
    for character in text {
      guard short.utf8.count + character.utf8.count + 3 <= most else { break }
      short.append(character)
    }
    return most < 3 ? "" : short + "…"
  }

  /// The message with as much of its text as fits.
  ///
  /// The bytes of a character depend on its encoding, so the length is tried out, not computed.
  /// - Parameters:
  ///   - most: bytes of the result, if that is possible at all with an empty text.
  ///   - encode: the whole message with this text; longer for a longer one.
  static func largest(
    of text: String, in most: Int, encode: (String) throws -> Data
  ) rethrows -> Data {
    var data = try encode(text)
    guard data.count > most else { return data }
    var (fits, tooMany) = (0, text.count)
    data = try encode("…")
    while fits + 1 < tooMany {
      let middle = (fits + tooMany) / 2
      let shorter = try encode(text.prefix(middle) + "…")
      if shorter.count <= most { (fits, data) = (middle, shorter) } else { tooMany = middle }
    }
    return data
  }
}
