/// Nothing at all.
public struct EmptyHTML: PrimitiveHTML {
  @inlinable public init() {}

  @inlinable
  public static func _render(_ html: EmptyHTML, into output: inout HTMLOutput) {}
}

/// Several pieces one after the other.
public struct HTMLSequence<each Piece: HTML>: PrimitiveHTML {
  @usableFromInline let pieces: (repeat each Piece)

  @inlinable
  public init(_ pieces: repeat each Piece) {
    self.pieces = (repeat each pieces)
  }

  @inlinable
  public static func _render(_ html: HTMLSequence, into output: inout HTMLOutput) {
    func write<P: HTML>(_ piece: P, _ output: inout HTMLOutput) {
      P._render(piece, into: &output)
    }
    repeat write(each html.pieces, &output)
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
