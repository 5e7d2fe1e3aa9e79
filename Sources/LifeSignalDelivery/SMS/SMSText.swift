import Foundation

/// A text as a carrier counts it: 3GPP TS 23.038 (alphabets) and TS 23.040, section 9.2.3.24 (parts).
struct SMSText: Equatable, Sendable {
  enum Encoding: Equatable, Sendable {
    /// Seven bits for each of 128 characters; those of the extension table take two places.
    case gsm7
    /// Sixteen bits; characters beyond them take a pair.
    case ucs2

    /// Places in a message of one part, and in each of several, which carry a header.
    var room: (one: Int, many: Int) { self == .gsm7 ? (160, 153) : (70, 67) }
  }

  let encoding: Encoding
  /// Septets or 16-bit units.
  let units: Int
  /// The parts in which it is sent and charged; 1 for an empty text.
  let segments: Int

  init(_ text: String) {
    let widths = text.unicodeScalars.map(Self.septets)
    if !widths.contains(nil) {
      self.init(.gsm7, widths.map { $0 ?? 0 })
    } else {
      self.init(.ucs2, text.unicodeScalars.map { UTF16.width($0) })
    }
  }

  /// - Parameter widths: places of each character. A character of two is never split between two
  ///   parts.
  private init(_ encoding: Encoding, _ widths: [Int]) {
    self.encoding = encoding
    units = widths.reduce(0, +)
    let room = encoding.room
    guard units > room.one else {
      segments = 1
      return
    }
    var (parts, used) = (1, 0)
    for width in widths {
      if used + width > room.many {
        parts += 1
        used = 0
      }
      used += width
    }
    segments = parts
  }

  /// Places of a character in the seven-bit alphabet; nil for one it lacks.
  private static func septets(_ scalar: Unicode.Scalar) -> Int? {
    basic.contains(scalar) ? 1 : extended.contains(scalar) ? 2 : nil
  }

  private static let basic = Set(
    """
    @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?\
    ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà
    """.unicodeScalars)
  private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)
}

extension SMSText {
  /// The text with `end` after it, shortened so that both need at most `most` parts.
  ///
  /// Cut between words, or between characters if a word is too long or the script has no spaces;
  /// never inside a link: half of one leads elsewhere. The end is never cut.
  static func fitted(_ text: String, followedBy end: String = "", in most: Int) -> String {
    let text = plain(text.trimmingCharacters(in: .whitespacesAndNewlines))
    let whole = joined(text, end)
    if SMSText(whole).segments <= most { return whole }
    let dots = SMSText(whole).encoding == .gsm7 ? "..." : "…"
    // More characters than there are places cannot fit.
    let cuts = cuts(in: text, upTo: most * 160)
    func fits(_ cut: Cut) -> Bool {
      SMSText(joined(text[..<cut.index] + dots, end)).segments <= most
    }
    // A longer text never needs fewer parts.
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if fits(cuts[middle]) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return end.isEmpty ? "" : end }
    let longest = cuts[..<low]
    let between = longest.last { $0.isBetweenWords }
    let cut =
      between.flatMap { $0.offset * 2 >= longest[low - 1].offset ? $0 : nil } ?? longest[low - 1]
    return joined(text[..<cut.index] + dots, end)
  }

  private static func joined(_ text: some StringProtocol, _ end: String) -> String {
    end.isEmpty || text.isEmpty ? text + end : "\(text) \(end)"
  }

  private struct Cut {
    var index: String.Index
    /// Characters before it.
    var offset: Int
    var isBetweenWords: Bool
  }

  /// Where a text may end, in order.
  private static func cuts(in text: String, upTo most: Int) -> [Cut] {
    var cuts: [Cut] = []
    var links = links(in: text)[...]
    for (offset, index) in text.indices.prefix(most).enumerated() where offset > 0 {
      while let link = links.first, link.upperBound <= index { links.removeFirst() }
      if let link = links.first, link.lowerBound < index { continue }
      let isSpace = text[index].isWhitespace
      // The space itself is dropped with the rest.
      if text[text.index(before: index)].isWhitespace { continue }
      cuts.append(Cut(index: index, offset: offset, isBetweenWords: isSpace))
    }
    return cuts
  }

  /// A scheme and everything after it up to a space, also in a script that needs no spaces.
  private static func links(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      var start = mark.lowerBound
      while start > rest.startIndex {
        let before = rest[rest.index(before: start)]
        guard before.isASCII, before.isLetter else { break }
        start = rest.index(before: start)
      }
      let end = rest[mark.upperBound...].firstIndex { $0.isWhitespace || !$0.isASCII }
      found.append(start..<(end ?? rest.endIndex))
      rest = rest[(end ?? rest.endIndex)...]
    }
    return found
  }

  /// With typewriter marks instead of typographic ones, if only these keep a text out of the
  /// alphabet with more than twice the room.
  private static func plain(_ text: String) -> String {
    let composed = text.precomposedStringWithCanonicalMapping
    if SMSText(composed).encoding == .gsm7 { return composed }
    let typed = composed.reduce(into: "") { result, character in
      switch character {
      case "‘", "’", "‚": result += "'"
      case "“", "”", "„", "«", "»": result += "\""
      case "–", "—", "‑": result += "-"
      case "…": result += "..."
      case "\u{A0}", "\u{202F}": result += " "
      default: result.append(character)
      }
    }
    return SMSText(typed).encoding == .gsm7 ? typed : composed
  }
}
