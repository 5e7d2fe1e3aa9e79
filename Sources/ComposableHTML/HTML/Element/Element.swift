/// An element without an identity: it is recognised by its place among its siblings.
public struct Element<Content: HTML>: PrimitiveHTML {
  @usableFromInline let tag: StaticString
  @usableFromInline let attributes: [Attribute]
  @usableFromInline let content: Content

  @inlinable
  init(_ tag: StaticString, _ attributes: [Attribute], _ content: Content) {
    self.tag = tag
    self.attributes = attributes
    self.content = content
  }

  @inlinable
  public static func _render(_ html: Element, into output: inout HTMLOutput) {
    output.open(html.tag)
    output.append(html.attributes)
    output.append(byte: UInt8(ascii: ">"))
    Content._render(html.content, into: &output)
    output.close(html.tag)
  }
}

/// An element with an `id`.
///
/// The browser keeps the same node (its focus, scroll position, selection) wherever in the page the
/// id turns up next, and events reach the handlers given here. Ids should name the element's
/// subject (`ping-4711`), so that one id never means two things.
public struct KeyedElement<Content: HTML>: PrimitiveHTML {
  @usableFromInline let tag: StaticString
  @usableFromInline let id: String
  @usableFromInline let attributes: [Attribute]
  @usableFromInline let content: Content
  @usableFromInline var listeners: [Listener] = []

  @inlinable
  init(_ tag: StaticString, _ id: String, _ attributes: [Attribute], _ content: Content) {
    self.tag = tag
    self.id = id
    self.attributes = attributes
    self.content = content
  }

  /// Listens for an event. Later handlers for the same event are not reached.
  @inlinable
  public consuming func on<Payload>(
    _ event: EventKind<Payload>, _ handler: Handler<Payload>
  ) -> Self {
    listeners.append(Listener(event, handler))
    return self
  }

  @inlinable
  public static func _render(_ html: KeyedElement, into output: inout HTMLOutput) {
    output.open(html.tag, id: html.id, html.attributes, html.listeners)
    Content._render(html.content, into: &output)
    output.close(html.tag)
  }
}

/// An element that has no content and no end tag: `input`, `img`, `br`, …
public struct VoidElement: PrimitiveHTML {
  @usableFromInline let tag: StaticString
  @usableFromInline let attributes: [Attribute]

  @inlinable
  init(_ tag: StaticString, _ attributes: [Attribute]) {
    self.tag = tag
    self.attributes = attributes
  }

  @inlinable
  public static func _render(_ html: VoidElement, into output: inout HTMLOutput) {
    output.open(html.tag)
    output.append(html.attributes)
    output.append(byte: UInt8(ascii: ">"))
  }
}

/// A void element with an `id`. See ``KeyedElement``.
public struct KeyedVoidElement: PrimitiveHTML {
  @usableFromInline let tag: StaticString
  @usableFromInline let id: String
  @usableFromInline let attributes: [Attribute]
  @usableFromInline var listeners: [Listener] = []

  @inlinable
  init(_ tag: StaticString, _ id: String, _ attributes: [Attribute]) {
    self.tag = tag
    self.id = id
    self.attributes = attributes
  }

  /// Listens for an event. Later handlers for the same event are not reached.
  @inlinable
  public consuming func on<Payload>(
    _ event: EventKind<Payload>, _ handler: Handler<Payload>
  ) -> Self {
    listeners.append(Listener(event, handler))
    return self
  }

  @inlinable
  public static func _render(_ html: KeyedVoidElement, into output: inout HTMLOutput) {
    output.open(html.tag, id: html.id, html.attributes, html.listeners)
  }
}

extension HTMLOutput {
  @inlinable
  mutating func open(_ tag: StaticString) {
    append(byte: UInt8(ascii: "<"))
    append(tag)
  }

  @inlinable
  mutating func close(_ tag: StaticString) {
    append("</")
    append(tag)
    append(byte: UInt8(ascii: ">"))
  }

  /// Writes the start tag of an element with an id, or notices it during a search.
  @usableFromInline
  mutating func open(
    _ tag: StaticString, id: String, _ attributes: [Attribute], _ listeners: [Listener]
  ) {
    if isSearching {
      search?.visit(id: id, attributes: attributes, listeners: listeners)
      return
    }
    open(tag)
    append(" id=\"")
    appendAttributeValue(id)
    append(byte: UInt8(ascii: "\""))
    append(attributes)
    if let first = listeners.first {
      append(" data-on=\"")
      append(first.name)
      for listener in listeners.dropFirst() {
        append(byte: UInt8(ascii: " "))
        append(listener.name)
      }
      append(byte: UInt8(ascii: "\""))
      append(listeners.compactMap(\.settings))
    }
    append(byte: UInt8(ascii: ">"))
  }
}
