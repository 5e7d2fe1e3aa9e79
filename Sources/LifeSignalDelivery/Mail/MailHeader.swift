import Foundation

/// How text is written in a header and in a body of ASCII only.
enum MailHeader {
  /// The most characters of a subject; more would be useless in a list of mails.
  static let longestSubject = 200

  /// As encoded words where necessary (RFC 2047): they pass every server, which raw UTF-8 (RFC
  /// 6532) does not. Line ends and other control characters become spaces, so that no person's name
  /// can begin another header.
  static func subject(_ text: String) -> String {
    let line = oneLine(text)
    let isPlain =
      line.utf8.allSatisfy { (0x20...0x7e).contains($0) } && line.utf8.count <= 66
      && !line.contains("=?")
    guard !isPlain else { return "Subject: \(line)" }
    return "Subject: " + words(line).joined(separator: "\r\n ")
  }

  private static func oneLine(_ text: String) -> String {
    let spaced = text.unicodeScalars.prefix(longestSubject * 2).map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    // Joined again from scalars, so that those of one character stay together.
    let joined = String(String.UnicodeScalarView(spaced.flatMap(\.unicodeScalars)))
    return String(joined.prefix(longestSubject)).trimmingCharacters(in: .whitespaces)
  }

  /// Each with `Subject: ` before it at most 76 characters, the maximum of a line, and never with a
  /// part of a character's bytes (RFC 2047 §2, §5).
  private static func words(_ text: String) -> [String] {
    // 76 minus `Subject: `, `=?UTF-8?B?` and `?=` leaves 55 of base64, so 39 bytes.
    var pieces: [String] = []
    var piece = ""
    for scalar in text.unicodeScalars {
      if piece.utf8.count + String(scalar).utf8.count > 39 {
        pieces.append(piece)
        piece = ""
      }
      piece.unicodeScalars.append(scalar)
    }
    pieces.append(piece)
    return pieces.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }
  }

  /// In lines of 76 (RFC 2045 §6.8): whatever the text, no line begins with a dot, ends with a
  /// space or is too long.
  static func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
  }
}
