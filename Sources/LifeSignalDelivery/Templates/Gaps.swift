import Foundation

/// Finds the placeholders of a template and fills them.
enum Gaps {
  /// In one pass: values are not searched for placeholders.
  /// - Throws: `RequestTemplate.UnknownGap`.
  static func fill(
    _ template: String, with values: [String: String], escaped: (String) -> String
  ) throws -> String {
    var result = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      let after = rest.index(after: start)
      guard let end = rest[after...].firstIndex(of: "}") else {
        throw RequestTemplate.UnknownGap(name: String(rest[after...]))
      }
      let gap = rest[after..<end]
      let name = gap.hasSuffix("|html") ? gap.dropLast(5) : gap
      guard let value = values[String(name)] else {
        throw RequestTemplate.UnknownGap(name: String(gap))
      }
      result += escaped(name.endIndex == gap.endIndex ? value : Markup.escaped(value))
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// One segment of a path or one value of a query: all but the unreserved characters are escaped
  /// (RFC 3986 §2.3). A segment of dots alone would lead elsewhere.
  static func forAddress(_ text: String) -> String {
    let isDots = !text.isEmpty && text.utf8.allSatisfy { $0 == 0x2e }
    return text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x2e where !isDots, 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f, 0x7e:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += String(format: "%%%02X", byte)
      }
    }
  }

  /// Visible ASCII and spaces (RFC 9110 §5.5); anything else becomes a question mark.
  static func forHeader(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      result.unicodeScalars.append((0x20...0x7e).contains(scalar.value) ? scalar : "?")
    }
  }
}
