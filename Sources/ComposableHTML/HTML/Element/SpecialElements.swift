/// A script of the page's own origin. There is no way to write one inline.
public struct ScriptElement: PrimitiveHTML {
  @usableFromInline let source: String
  @usableFromInline let isModule: Bool

  @inlinable
  public static func _render(_ html: ScriptElement, into output: inout HTMLOutput) {
    output.open("script")
    output.append([.type(html.isModule ? .module : .javascript), .src(html.source)])
    output.append("></script>")
  }
}

/// A script loaded from a path of this server.
public func script(src: String, module: Bool = true) -> ScriptElement {
  ScriptElement(source: src, isModule: module)
}

/// A field of several lines, with its text.
public func textarea(id: String, _ attributes: Attribute..., text: String = "") -> KeyedElement<
  FieldText
> {
  KeyedElement("textarea", id, attributes, FieldText(text: text))
}

/// The text in a `textarea`. The parser drops one line break at its beginning; so one is put there.
public struct FieldText: PrimitiveHTML {
  @usableFromInline let text: String

  @inlinable
  public static func _render(_ html: FieldText, into output: inout HTMLOutput) {
    if html.text.utf8.first == 0x0A { output.append("\n") }
    output.appendText(html.text)
  }
}

/// A whole page: the document type and the `html` element.
public struct HTMLDocument<Content: HTML>: PrimitiveHTML {
  @usableFromInline let content: Content

  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public static func _render(_ html: HTMLDocument, into output: inout HTMLOutput) {
    output.append("<!doctype html>")
    Content._render(html.content, into: &output)
  }
}
