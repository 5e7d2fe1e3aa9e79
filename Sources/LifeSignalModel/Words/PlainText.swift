import Foundation

/// Text that people write about themselves and others, and that others read in messages from us.
///
/// Characters are counted as graphemes, and one grapheme can have thousands of bytes: so bytes are
/// counted too. Invisible characters can reverse a line or break it, and a web address in our own
/// text would look like ours.
public enum PlainText {
  /// Marks above and below one letter. Pointed Hebrew and Tibetan need four; more only cover other lines.
  static let mostMarks = 4

  /// One line: a name, a nickname, a label. Blanks around it are removed.
  /// - Parameter longest: characters, each of four bytes on average at most.
  /// - Throws: `tooLong` for an empty or a longer one, ``Refusal/textNotPlain`` also for text that
  ///   a phone would turn into a link, such as "evil.com": a stranger's name appears in messages
  ///   from us.
  public static func name(
    _ text: String, longest: Int, else tooLong: Refusal
  ) throws(Refusal) -> String {
    let name = PersonName.trimmed(text)
    guard !name.isEmpty, fits(name, longest) else { throw tooLong }
    guard isPlain(name), !WebName.isIn(name) else { throw .textNotPlain }
    return name
  }

  /// Several lines, which others read in messages; may be empty. Blanks around it are removed.
  /// - Parameter longest: characters, each of four bytes on average at most.
  /// - Throws: `tooLong` for a longer one, ``Refusal/textNotPlain``.
  public static func note(
    _ text: String, longest: Int, else tooLong: Refusal
  ) throws(Refusal) -> String {
    let note = PersonName.trimmed(text)
    guard fits(note, longest) else { throw tooLong }
    let lines = note.split(whereSeparator: { $0.isNewline || $0 == "\t" })
    guard lines.allSatisfy({ isPlain($0) }) else { throw .textNotPlain }
    return note
  }

  /// Several lines that are never refused for their characters, because they may save a life and are
  /// often pasted: an emergency note. Characters that ``name(_:longest:else:)`` refuses as invisible,
  /// and marks stacked too high, are left out. Web addresses stay.
  /// - Parameter longest: characters, each of four bytes on average at most.
  /// - Throws: `tooLong` for a longer one.
  public static func cleanedNote(
    _ text: String, longest: Int, else tooLong: Refusal
  ) throws(Refusal) -> String {
    let note = PersonName.trimmed(cleaned(text))
    guard fits(note, longest) else { throw tooLong }
    return note
  }

  /// - Parameter longest: characters, each of four bytes on average at most.
  static func fits(_ text: String, _ longest: Int) -> Bool {
    text.utf8.count <= 4 * longest && text.count <= longest
  }

  private static func isPlain(_ text: some StringProtocol) -> Bool {
    guard !text.contains("://") else { return false }
    var line = PlainLine()
    // Decomposed: "ệ" is one letter with two marks, however it was typed.
    return String(text).decomposedStringWithCanonicalMapping.unicodeScalars
      .allSatisfy { line.accepts($0) }
  }

  private static func cleaned(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    var line = PlainLine()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD:
        line = PlainLine()
        kept.append(scalar)
      // Line breaks of other programs.
      case 0xB, 0xC, 0x85, 0x2028, 0x2029:
        line = PlainLine()
        kept.append("\n")
      default:
        var next = line
        let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        guard parts.allSatisfy({ next.accepts($0) }) else { continue }
        line = next
        kept.append(scalar)
      }
    }
    return String(kept)
  }
}

/// One line of plain text, read from its beginning.
private struct PlainLine {
  private var last: Unicode.Scalar?
  private var marks = 0

  /// Whether this scalar is plain after those accepted before it.
  mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isPlain(after: last) else { return false }
    if scalar.isStackedMark {
      // Without a letter of its own the mark would sit on one of ours.
      guard let last, !last.properties.isWhitespace, marks < PlainText.mostMarks else {
        return false
      }
      marks += 1
    } else if !scalar.isJoiner {
      marks = 0
    }
    last = scalar
    return true
  }
}
