import Foundation

/// How names are typed and joined.
public enum PersonName {
  /// "first last" with blanks around and between collapsed.
  public static func full(first: String, last: String) -> String {
    [first, last].map(trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Without blanks and line ends around it.
  public static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Each word with a capital first letter and the rest lower case, blanks left as typed.
  public static func capitalised(_ text: String) -> String {
    var result = ""
    var startsWord = true
    for character in text {
      result += startsWord ? character.uppercased() : character.lowercased()
      startsWord = character.isWhitespace || character == "-" || character == "'"
    }
    return result
  }
}
