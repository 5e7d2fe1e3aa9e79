/// An attribute of an element.
///
/// Made by the typed functions of this module. Names come from the program's text only, values are
/// escaped, links are held to a list of schemes, and there is none for `on…` handlers or `style`.
public struct Attribute {
  @usableFromInline
  enum Value {
    case omitted
    case present
    case literal(StaticString)
    case text(String)
    case integer(Int)
    case number(Double)
    case link(String, LinkPolicy)
    case words(String)
  }

  @usableFromInline
  enum Family {
    case plain, data, aria
  }

  @usableFromInline let family: Family
  @usableFromInline let name: StaticString
  @usableFromInline let value: Value

  @inlinable
  init(_ name: StaticString, _ value: Value) {
    self.init(.plain, name, value)
  }

  @inlinable
  init(_ family: Family, _ name: StaticString, _ value: Value) {
    self.family = family
    self.name = name
    self.value = value
  }

  /// The attribute if the condition holds; otherwise none.
  @inlinable
  public static func when(_ condition: Bool, _ attribute: @autoclosure () -> Attribute) -> Self {
    condition ? attribute() : Attribute("", .omitted)
  }

  @inlinable
  static func flag(_ name: StaticString, _ isSet: Bool) -> Self {
    Attribute(name, isSet ? .present : .omitted)
  }

  var disables: Bool {
    if case .present = value { return name.description == "disabled" }
    return false
  }
}

extension HTMLOutput {
  @usableFromInline
  mutating func append(_ attributes: [Attribute]) {
    if isSearching || attributes.isEmpty { return }
    var hasWords = false
    for attribute in attributes {
      switch attribute.value {
      case .omitted:
        continue
      case .words:
        if !hasWords { appendClasses(of: attributes) }
        hasWords = true
      case .present:
        appendName(of: attribute)
      case .literal(let value):
        appendName(of: attribute)
        append("=\"")
        append(value)
        append("\"")
      case .text(let value):
        appendName(of: attribute)
        append("=\"")
        appendAttributeValue(value)
        append("\"")
      case .integer(let value):
        appendName(of: attribute)
        append("=\"")
        appendInteger(value)
        append("\"")
      case .number(let value):
        appendName(of: attribute)
        append("=\"")
        appendNumber(value)
        append("\"")
      case .link(let value, let policy):
        appendName(of: attribute)
        append("=\"")
        appendAttributeValue(policy.permits(value) ? value : LinkPolicy.refused)
        append("\"")
      }
    }
  }

  private mutating func appendName(of attribute: Attribute) {
    switch attribute.family {
    case .plain: append(" ")
    case .data: append(" data-")
    case .aria: append(" aria-")
    }
    append(attribute.name)
  }

  /// All classes of an element go into one attribute, in the order given.
  private mutating func appendClasses(of attributes: [Attribute]) {
    append(" class=\"")
    var isFirst = true
    for attribute in attributes {
      guard case .words(let words) = attribute.value, !words.isEmpty else { continue }
      if !isFirst { append(" ") }
      appendAttributeValue(words)
      isFirst = false
    }
    append("\"")
  }
}
