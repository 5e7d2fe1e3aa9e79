/// Whether, and in which colours, words are written.
public enum Paint: Sendable {
  /// The sixteen colours every terminal has, so that they fit its theme, light or dark.
  case colours
  case none

  enum Colour: String {
    case accent = "36"
    case good = "32"
    case warm = "33"
    case alarm = "31"
    case faint = "90"
    case strong = "1"
  }

  func callAsFunction(_ colour: Colour?, _ text: String) -> String {
    guard self == .colours, let colour, !text.isEmpty else { return text }
    return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
  }
}
