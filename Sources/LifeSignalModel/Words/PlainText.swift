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

  /// - Parameter longest: characters, each of four bytes on average at most.
  static func fits(_ text: String, _ longest: Int) -> Bool {
    text.utf8.count <= 4 * longest && text.count <= longest
  }

  private static func isPlain(_ text: some StringProtocol) -> Bool {
    guard !text.contains("://") else { return false }
    var last: Unicode.Scalar?
    var marks = 0
    // Decomposed: "ệ" is one letter with two marks, however it was typed.
    for scalar in String(text).decomposedStringWithCanonicalMapping.unicodeScalars {
      guard scalar.isPlain(after: last) else { return false }
      if scalar.isStackedMark {
        // Without a letter of its own the mark would sit on one of ours.
        guard let last, !last.properties.isWhitespace, marks < mostMarks else { return false }
        marks += 1
      } else if !scalar.isJoiner {
        marks = 0
      }
      last = scalar
    }
    return true
  }
}
