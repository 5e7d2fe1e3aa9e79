/// Text measured in the cells of a terminal.
extension String {
  /// How many cells the text takes: letters of East Asia and emoji take two.
  var cellCount: Int { reduce(0) { $0 + $1.cellCount } }

  /// Without what would move the cursor or change colours: names come from files and people.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
          // Marks of direction would turn the rest of the line around.
          case .format: scalar == "\u{200D}"
          default: true
          }
        }))
  }

  /// Exactly `width` cells: cut with an ellipsis, or filled up with spaces.
  func fitted(to width: Int) -> String {
    let count = cellCount
    if count <= width { return self + String(repeating: " ", count: width - count) }
    guard width > 0 else { return "" }
    var (kept, used) = ("", 0)
    for character in self {
      guard used + character.cellCount < width else { break }
      kept.append(character)
      used += character.cellCount
    }
    return kept + "…" + String(repeating: " ", count: width - used - 1)
  }
}

extension Character {
  /// After Unicode's East Asian Width (UAX #11), by the blocks that matter.
  fileprivate var cellCount: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default:
      return unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }
}
