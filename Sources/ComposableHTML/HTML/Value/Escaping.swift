extension HTMLOutput {
  /// Writes text between tags. Quotes stay as they are.
  @usableFromInline
  mutating func appendText(_ text: String) {
    if isSearching { return }
    var text = text
    text.withUTF8 { appendEscaped($0, inAttribute: false) }
  }

  /// Writes an attribute's value, without the double quotes around it.
  @usableFromInline
  mutating func appendAttributeValue(_ value: String) {
    if isSearching { return }
    var value = value
    value.withUTF8 { appendEscaped($0, inAttribute: true) }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      // Everything that can matter is at or below `>`; most text is letters above it.
      if byte > 0x3E { continue }
      guard let escape = Self.escape(of: byte, inAttribute: inAttribute) else { continue }
      appendBytes(text, start, index)
      append(escape)
      start = index + 1
    }
    appendBytes(text, start, text.count)
  }

  private mutating func appendBytes(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) {
    if start < end { appendContents(UnsafeBufferPointer(rebasing: text[start..<end])) }
  }

  private static func escape(of byte: UInt8, inAttribute: Bool) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): inAttribute ? "&quot;" : nil
    case UInt8(ascii: "'"): inAttribute ? "&#39;" : nil
    // A carriage return would end a line of an event stream and be lost.
    case 0x0D: "&#13;"
    // HTML has no way to write U+0000; the parser would drop it or put this in its place.
    case 0x00: "\u{FFFD}"
    default: nil
    }
  }
}
