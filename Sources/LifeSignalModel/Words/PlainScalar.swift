extension Unicode.Scalar {
  /// Whether people see it, or it shapes the character before it.
  /// - Parameter last: the preceding scalar; nil at the beginning of a line.
  func isPlain(after last: Unicode.Scalar?) -> Bool {
    switch value {
    // Joiners make one letter or picture of several, in Persian, in India's scripts and in emoji.
    case 0x200C: return last?.isOfJoiningScript ?? false
    case 0x200D: return last.map { $0.isOfJoiningScript || $0.isPicture } ?? false
    // Whether a character is shown as a picture.
    case 0xFE0E, 0xFE0F: return last?.properties.isEmoji ?? false
    // Which of several forms a Mongolian letter or a Chinese character has.
    case 0x180B...0x180F: return last.map { (0x1820...0x18AA).contains($0.value) } ?? false
    case 0xE0100...0xE01EF: return last?.properties.isIdeographic ?? false
    // Blank in every font, but not a space character.
    case 0x2800: return false
    default: break
    }
    switch properties.generalCategory {
    case .format, .control, .lineSeparator, .paragraphSeparator: return false
    default: return !properties.isDefaultIgnorableCodePoint
    }
  }

  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Drawn above or below the letter before it, without room of its own.
  var isStackedMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// A letter or mark of a script whose letters change with their neighbors: Arabic and its relatives,
  /// and the scripts of India and the countries around it.
  private var isOfJoiningScript: Bool {
    switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: break
    default: return false
    }
    return switch value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF,
      0xFE70...0xFEFC, 0x10A00...0x11FFF:
      true
    default: false
    }
  }

  /// A pictograph, or a character that selects its form.
  private var isPicture: Bool {
    value == 0xFE0F || value > 0xFF && properties.isEmoji
  }
}
