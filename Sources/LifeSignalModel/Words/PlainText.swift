import Foundation

/// What people write about themselves and others, and others read in messages from us.
///
/// Characters are counted by graphemes, of which one can be thousands of bytes: so bytes are counted
/// too. Characters that nobody sees can turn a line around or break it, and a web address in our own
/// text would look like ours.
public enum PlainText {
  /// One line: a name, a nickname, a label. Blanks around it are taken away.
  /// - Parameter longest: characters, each of four bytes on average at most.
  /// - Throws: `tooLong` for an empty or a longer one, ``Refusal/textNotPlain``.
  public static func name(
    _ text: String, longest: Int, else tooLong: Refusal
  ) throws(Refusal) -> String {
    let name = PersonName.trimmed(text)
    guard !name.isEmpty, fits(name, longest) else { throw tooLong }
    guard isPlain(name) else { throw .textNotPlain }
    return name
  }

  /// Several lines, which others read in messages; may be empty. Blanks around it are taken away.
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
    !text.contains("://")
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        // Joiners make one letter or picture of several, in Persian and in emoji.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }
}
