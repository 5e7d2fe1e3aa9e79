/// Text is HTML: it is escaped when written.
extension String: PrimitiveHTML {
  @inlinable
  public static func _render(_ html: String, into output: inout HTMLOutput) {
    output.appendText(html)
  }
}

extension Substring: PrimitiveHTML {
  @inlinable
  public static func _render(_ html: Substring, into output: inout HTMLOutput) {
    output.appendText(String(html))
  }
}

extension Int: PrimitiveHTML {
  @inlinable
  public static func _render(_ html: Int, into output: inout HTMLOutput) {
    output.appendInteger(html)
  }
}

/// Markup that is written as it is.
///
/// The only way past the escaping. The label is there to be searched for in review: nothing a
/// person can enter may ever reach it.
public struct Raw: PrimitiveHTML {
  @usableFromInline let markup: String

  @inlinable
  public init(trusted markup: String) {
    self.markup = markup
  }

  @inlinable
  public static func _render(_ html: Raw, into output: inout HTMLOutput) {
    output.appendUnescaped(html.markup)
  }
}
