/// A piece of a page: a value that knows how to write itself as HTML.
///
/// Components are structures with a `body`, composed of elements, text and other components:
///
///     struct Greeting: HTML {
///       let name: String
///       var body: some HTML {
///         p(.class("greeting")) { "Hello, "; strong { name } }
///       }
///     }
///
/// Text and attribute values are escaped where they are written; a string can never become markup.
/// Values are cheap, live for one rendering and are not meant to be kept.
public protocol HTML: SendableMetatype {
  associatedtype Body: HTML

  @HTMLBuilder var body: Body { get }

  /// Writes the value. Components get this from their `body`; only the building blocks of this
  /// module implement it themselves.
  static func _render(_ html: Self, into output: inout HTMLOutput)
}

extension HTML {
  @inlinable
  public static func _render(_ html: Self, into output: inout HTMLOutput) {
    Body._render(html.body, into: &output)
  }

  /// The value as UTF-8 text, without handlers.
  @inlinable
  public func render(reservingCapacity capacity: Int = 4096) -> [UInt8] {
    var output = HTMLOutput(reservingCapacity: capacity)
    Self._render(self, into: &output)
    return output.bytes
  }

  /// The value as a string, for tests and small pieces.
  @inlinable
  public func rendered() -> String {
    String(decoding: render(), as: UTF8.self)
  }
}

extension Never: HTML {
  public var body: Never { fatalError("a building block has no body") }
}

/// A building block: it writes itself and has no body.
public protocol PrimitiveHTML: HTML where Body == Never {}

extension PrimitiveHTML {
  public var body: Never { fatalError("a building block has no body") }
}
