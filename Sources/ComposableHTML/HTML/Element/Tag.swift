/// A kind of element. Called like a function it makes one:
///
///     div(.class("card")) { "Hello" }
///     button(id: "ping-4711", .type(.button)) { "Ping" }
///
/// Tags come from this module's list only; there is none for inline script or style.
public struct Tag: Sendable {
  @usableFromInline let name: StaticString

  @inlinable
  init(_ name: StaticString) {
    self.name = name
  }

  @inlinable
  public func callAsFunction<Content: HTML>(
    _ attributes: Attribute..., @HTMLBuilder content: () -> Content
  ) -> Element<Content> {
    Element(name, attributes, content())
  }

  @inlinable
  public func callAsFunction(_ attributes: Attribute...) -> Element<EmptyHTML> {
    Element(name, attributes, EmptyHTML())
  }

  @inlinable
  public func callAsFunction<Content: HTML>(
    id: String, _ attributes: Attribute..., @HTMLBuilder content: () -> Content
  ) -> KeyedElement<Content> {
    KeyedElement(name, id, attributes, content())
  }

  @inlinable
  public func callAsFunction(id: String, _ attributes: Attribute...) -> KeyedElement<EmptyHTML> {
    KeyedElement(name, id, attributes, EmptyHTML())
  }
}

/// A kind of element that cannot have content.
public struct VoidTag: Sendable {
  @usableFromInline let name: StaticString

  @inlinable
  init(_ name: StaticString) {
    self.name = name
  }

  @inlinable
  public func callAsFunction(_ attributes: Attribute...) -> VoidElement {
    VoidElement(name, attributes)
  }

  @inlinable
  public func callAsFunction(id: String, _ attributes: Attribute...) -> KeyedVoidElement {
    KeyedVoidElement(name, id, attributes)
  }
}
