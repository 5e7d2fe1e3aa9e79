/// An element of a page that has been read back, for tests: its attributes and its text.
public struct PageElement: Equatable, Sendable {
  public enum Node: Equatable, Sendable {
    case element(PageElement)
    case text(String)
  }

  public var tag: String
  public var attributes: [String: String]
  public var children: [Node]

  public subscript(_ attribute: String) -> String? { attributes[attribute] }

  public var id: String? { attributes["id"] }

  /// The words inside, white space folded, as a person would read them.
  public var text: String {
    rawText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private var rawText: String {
    children.map { child in
      switch child {
      case .text(let text): text
      // Words of neighbouring blocks do not grow together.
      case .element(let element): " " + element.rawText + " "
      }
    }.joined()
  }

  /// This element and all below it, in the order of the page.
  public var all: [PageElement] {
    var all = [self]
    for case .element(let child) in children { all += child.all }
    return all
  }

  /// The element with this id.
  public func element(id: String) -> PageElement? {
    all.first { $0.id == id }
  }

  /// The events the element listens for.
  public var listensFor: [String] {
    attributes["data-on"]?.split(separator: " ").map(String.init) ?? []
  }

  /// The element's accessible name: its label, or else its text.
  public var label: String { attributes["aria-label"] ?? text }
}
