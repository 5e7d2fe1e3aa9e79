/// A key as a person presses it.
public enum Key: Hashable, Sendable {
  case character(Character)
  case up, down
  case enter
  case escape
  case backspace
  /// Control and C.
  case interrupt
}

extension Key {
  /// The keys in what a terminal sends at a time.
  ///
  /// Terminals send a key's bytes together, so an escape that nothing follows is the escape key.
  /// Sequences of keys that mean nothing here are left out whole; so is what is not UTF-8.
  public static func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    var rest = Array(String(decoding: Array(bytes), as: UTF8.self).unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1B:
        keys += afterEscape(&rest)
      case 0x03, 0x04:
        keys.append(.interrupt)
      case 0x0A, 0x0D:
        keys.append(.enter)
      case 0x08, 0x7F:
        keys.append(.backspace)
      case 0..<0x20, 0x80..<0xA0, 0xFFFD:
        break
      default:
        var text = String(scalar)
        // Accents and the parts of an emoji belong to the letter before them.
        while let next = rest.first, (text + String(next)).count == 1, next.value >= 0x20 {
          text += String(next)
          rest.removeFirst()
        }
        keys.append(.character(Character(text)))
      }
    }
    return keys
  }

  private static func afterEscape(_ rest: inout ArraySlice<Unicode.Scalar>) -> [Key] {
    guard let introducer = rest.first, introducer == "[" || introducer == "O" else {
      return [.escape]
    }
    rest.removeFirst()
    // Parameters, then one letter that says which key it is (ECMA-48, 5.4).
    while let next = rest.popFirst() {
      guard (0x40...0x7E).contains(next.value) else { continue }
      switch next {
      case "A": return [.up]
      case "B": return [.down]
      default: return []
      }
    }
    return []
  }
}
