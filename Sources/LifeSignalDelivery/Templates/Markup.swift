/// HTML and XML.
enum Markup {
  /// A text, for between tags and in attributes (HTML, section 13.1.2).
  /// - Parameter other: what stands for every other character; nil leaves it out.
  static func escaped(
    _ text: String, other: (Unicode.Scalar) -> Unicode.Scalar? = { $0 }
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: if let kept = other(scalar) { result.unicodeScalars.append(kept) }
      }
    }
  }
}
