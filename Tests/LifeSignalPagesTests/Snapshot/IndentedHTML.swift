/// What our pages are written as, one element a line, so that a person can read what has changed.
///
/// Nothing is lost but the spelling of spaces: those at the ends of a text are shown as `␣`, line
/// breaks in it as `⏎`. Only the long paths of QR codes are cut, and say how long they were.
struct IndentedHTML {
  private var lines: [String] = []
  private var depth = 0
  private var rest: Substring

  static func lines(of html: String) -> [String] {
    var writer = Self(rest: html[...])
    writer.write()
    return writer.lines
  }

  private init(rest: Substring) { self.rest = rest }

  private static let void: Set<Substring> = [
    "input", "img", "br", "hr", "meta", "link", "source", "wbr",
  ]

  private mutating func write() {
    while !rest.isEmpty {
      guard rest.hasPrefix("<") else {
        put(Self.visible(takeText()))
        continue
      }
      let tag = takeTag()
      if tag.hasPrefix("</") {
        depth -= 1
        put(String(tag))
      } else if isVoid(tag) {
        put(opening: tag)
      } else {
        open(tag)
      }
    }
  }

  /// An element that holds nothing but a text is one line.
  private mutating func open(_ tag: Substring) {
    let text = takeText()
    if rest.hasPrefix("</") {
      put(opening: tag, then: Self.visible(text) + takeTag())
    } else {
      put(opening: tag)
      depth += 1
      if !text.isEmpty { put(Self.visible(text)) }
    }
  }

  private func isVoid(_ tag: Substring) -> Bool {
    Self.void.contains(tag.dropFirst().prefix { $0.isLetter || $0.isNumber }) || tag.hasPrefix("<!")
  }

  /// A tag with many attributes has each on a line of its own.
  private mutating func put(opening tag: Substring, then end: String = "") {
    let parts = Self.parts(of: tag)
    let line = parts.joined(separator: " ")
    if line.count + depth * 2 <= 120 || parts.count < 3 { return put(line + end) }
    put(parts[0])
    for (index, part) in parts.enumerated().dropFirst() {
      put("    " + part + (index == parts.count - 1 ? end : ""))
    }
  }

  private mutating func put(_ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  private mutating func takeText() -> Substring {
    let text = rest.prefix { $0 != "<" }
    rest = rest[text.endIndex...]
    return text
  }

  /// Up to the bracket that closes it; those in values count for nothing.
  private mutating func takeTag() -> Substring {
    var isQuoted = false
    let end = rest.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ">" && !isQuoted
    }
    let tag = rest[...(end ?? rest.index(before: rest.endIndex))]
    rest = rest[tag.endIndex...]
    return tag
  }

  /// The name of a tag, and each attribute.
  private static func parts(of tag: Substring) -> [String] {
    var isQuoted = false
    let parts = tag.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }
    return parts.map(shortened)
  }

  private static func shortened(_ attribute: Substring) -> String {
    guard attribute.hasPrefix("d=\""), attribute.count > 400 else {
      return visible(attribute, ends: false)
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in attribute.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let length = "\(attribute.count) characters, \(String(hash, radix: 16))"
    return "\(attribute.prefix(60))…\(length)\"\(attribute.hasSuffix(">") ? ">" : "")"
  }

  private static func visible(_ text: Substring, ends: Bool = true) -> String {
    var shown = String(text).replacing("\n", with: "⏎")
    guard ends else { return shown }
    let leading = shown.prefix { $0 == " " }.count
    let trailing = leading == shown.count ? 0 : shown.reversed().prefix { $0 == " " }.count
    shown = String(shown.dropFirst(leading).dropLast(trailing))
    return String(repeating: "␣", count: leading) + shown + String(repeating: "␣", count: trailing)
  }
}
