public import Foundation

extension TimelineEntry {
  /// The bytes that are hashed, after the 32 bytes of ``previousHash``: SHA-256(previous hash ‖
  /// encoding).
  ///
  /// Version 1 is UTF-8 text, one value a line, each line ended by one line feed:
  ///
  ///     lifesignal-timeline 1
  ///     person 7239847239847
  ///     sequence 12
  ///     at 1767600000000
  ///     kind told
  ///     alert 7239847300000
  ///     other 7239847111111
  ///     .channels sms
  ///     .notice dependentNonResponsive
  ///
  /// `at` is UTC milliseconds. The lines `alert` and `other` are left out where there is none. The
  /// details follow, each with a full stop in front of its name, in the order of the names' bytes.
  /// In texts a backslash is written `\\`, a line feed `\n`, a carriage return `\r`; so no two
  /// entries have one encoding.
  public var encoding: Data {
    var text = "lifesignal-timeline 1\n"
    text += "person \(person.rawValue.escapedForTimeline)\n"
    text += "sequence \(sequence)\n"
    text += "at \(at.milliseconds)\n"
    text += "kind \(kind.rawValue.escapedForTimeline)\n"
    if let alert { text += "alert \(alert.rawValue.escapedForTimeline)\n" }
    if let other { text += "other \(other.rawValue.escapedForTimeline)\n" }
    text += details.text
    return Data(text.utf8)
  }
}

extension TimelineDetails {
  /// The lines of ``TimelineEntry/encoding``; also how details are stored.
  public var text: String {
    var text = ""
    for name in fields.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += ".\(name.escapedForTimeline) \((fields[name] ?? "").escapedForTimeline)\n"
    }
    return text
  }

  /// Reads ``text``. A malformed line is kept unchanged, under no name: the hash then shows the
  /// damage.
  public init(text: String) {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].first == "." {
        fields[String(parts[0].dropFirst()).unescapedFromTimeline] =
          String(parts[1]).unescapedFromTimeline
      } else {
        fields[""] = String(line)
      }
    }
    self.init(fields)
  }
}

extension String {
  fileprivate var escapedForTimeline: String {
    guard utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return self }
    // By scalars: a carriage return and a line feed are one character.
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  fileprivate var unescapedFromTimeline: String {
    guard utf8.contains(0x5C) else { return self }
    var result = ""
    var isEscaped = false
    for scalar in unicodeScalars {
      if isEscaped {
        isEscaped = false
        switch scalar {
        case "n": result += "\n"
        case "r": result += "\r"
        default: result.unicodeScalars.append(scalar)
        }
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
