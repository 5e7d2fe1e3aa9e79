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
}
