/// Reads HTML that this module has written. It knows that language and no other: every attribute
/// is quoted or bare, every element is closed or void.
struct PageReader {
  private let bytes: [UInt8]
  private var place = 0

  private static let void: Set = [
    "input", "img", "br", "hr", "meta", "link", "source", "wbr",
  ]

  /// - Returns: the page's elements below one that stands for the live root.
  static func read(_ html: [UInt8]) throws -> PageElement {
    var reader = PageReader(bytes: html)
    let children = try reader.children(of: nil)
    return PageElement(tag: "", attributes: [:], children: children)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func children(of parent: String?) throws -> [PageElement.Node] {
    var nodes: [PageElement.Node] = []
    while place < bytes.count {
      if takes("</") {
        let tag = word()
        guard tag == parent, takes(">") else { throw PageError.unbalanced(tag) }
        return nodes
      }
      if bytes[place] == UInt8(ascii: "<") {
        place += 1
        if takes("!") {
          while place < bytes.count, !takes(">") { place += 1 }
        } else {
          nodes.append(.element(try element()))
        }
      } else {
        nodes.append(.text(text(upTo: "<")))
      }
    }
    if let parent { throw PageError.unbalanced(parent) }
    return nodes
  }

  private mutating func element() throws -> PageElement {
    let tag = word()
    var attributes: [String: String] = [:]
    while takes(" ") {
      let name = word()
      if takes("=\"") {
        attributes[name] = text(upTo: "\"")
        place += 1
      } else {
        attributes[name] = ""
      }
    }
    guard takes(">") else { throw PageError.unbalanced(tag) }
    let children = Self.void.contains(tag) ? [] : try children(of: tag)
    return PageElement(tag: tag, attributes: attributes, children: children)
  }

  private mutating func takes(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func word() -> String {
    let start = place
    while place < bytes.count, !" =>\"/".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func text(upTo end: Unicode.Scalar) -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: end) { place += 1 }
    return Self.plain(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var plain = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&"), let end = rest[start...].firstIndex(of: ";") {
      plain += rest[..<start]
      switch rest[start...end] {
      case "&lt;": plain += "<"
      case "&gt;": plain += ">"
      case "&quot;": plain += "\""
      case "&#39;": plain += "'"
      case "&#13;": plain += "\r"
      default: plain += "&"
      }
      rest = rest[rest.index(after: end)...]
    }
    return plain + rest
  }
}

/// A fault of a page in a test.
public enum PageError: Error, Equatable {
  /// An element is not closed, or closed by another's end.
  case unbalanced(String)
  /// Two elements of a page have this id.
  case ambiguousID(String)
  /// There is no such element, by id or by label.
  case missing(String)
  /// The element is there, and does not listen for the event, or is disabled.
  case deaf(String, event: String)
  /// Several elements have this label.
  case ambiguousLabel(String)
  /// The session has ended.
  case ended
}
