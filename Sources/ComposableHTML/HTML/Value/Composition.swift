/// Nothing at all.
public struct EmptyHTML: PrimitiveHTML {
  @inlinable public init() {}

  @inlinable
  public static func _render(_ html: EmptyHTML, into output: inout HTMLOutput) {}
}

/// Two pieces one after the other; a block of many is sequences of sequences.
///
/// A parameter pack would do the same in one type, but its tuple's metadata is looked up at run
/// time for every element: a quarter of the time of writing a page.
public struct HTMLSequence<First: HTML, Second: HTML>: PrimitiveHTML {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public static func _render(_ html: HTMLSequence, into output: inout HTMLOutput) {
    First._render(html.first, into: &output)
    Second._render(html.second, into: &output)
  }
}

/// One of two pieces; what `if`/`else` and `switch` in a builder make.
public enum EitherHTML<First: HTML, Second: HTML>: PrimitiveHTML {
  case first(First)
  case second(Second)

  @inlinable
  public static func _render(_ html: EitherHTML, into output: inout HTMLOutput) {
    switch html {
    case .first(let piece): First._render(piece, into: &output)
    case .second(let piece): Second._render(piece, into: &output)
    }
  }
}

extension Optional: HTML where Wrapped: HTML {
  public var body: Never { fatalError("a building block has no body") }

  @inlinable
  public static func _render(_ html: Wrapped?, into output: inout HTMLOutput) {
    if let html { Wrapped._render(html, into: &output) }
  }
}

extension Array: HTML where Element: HTML {
  public var body: Never { fatalError("a building block has no body") }

  @inlinable
  public static func _render(_ html: [Element], into output: inout HTMLOutput) {
    for piece in html { Element._render(piece, into: &output) }
  }
}

/// A piece per element of a collection, made while it is written.
///
/// A `for` loop in a builder does the same and keeps all pieces first.
public struct ForEach<Data: Collection, Piece: HTML>: PrimitiveHTML {
  @usableFromInline let data: Data
  @usableFromInline let piece: (Data.Element) -> Piece

  @inlinable
  public init(_ data: Data, @HTMLBuilder piece: @escaping (Data.Element) -> Piece) {
    self.data = data
    self.piece = piece
  }

  @inlinable
  public static func _render(_ html: ForEach, into output: inout HTMLOutput) {
    for element in html.data { Piece._render(html.piece(element), into: &output) }
  }
}

/// A piece whose type is forgotten, for storing children of any kind.
public struct AnyHTML: PrimitiveHTML {
  @usableFromInline let write: (inout HTMLOutput) -> Void

  @inlinable
  public init(_ html: some HTML) {
    write = { output in html._write(into: &output) }
  }

  @inlinable
  public init(@HTMLBuilder _ content: () -> some HTML) {
    self.init(content())
  }

  @inlinable
  public static func _render(_ html: AnyHTML, into output: inout HTMLOutput) {
    html.write(&output)
  }
}

extension HTML {
  @inlinable
  func _write(into output: inout HTMLOutput) {
    Self._render(self, into: &output)
  }
}
