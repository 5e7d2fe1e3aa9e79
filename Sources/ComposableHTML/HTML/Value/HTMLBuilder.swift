/// Builds pieces of HTML from statements: text, elements, components, `if`, `switch`, `for`.
@resultBuilder
public enum HTMLBuilder {
  // Disfavoured, so that a module that has a type of its own for words can let literals become it:
  // by an overload for that type.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression<Piece: HTML>(_ piece: Piece) -> Piece { piece }

  @inlinable
  public static func buildBlock() -> EmptyHTML { EmptyHTML() }

  @inlinable
  public static func buildPartialBlock<Piece: HTML>(first: Piece) -> Piece { first }

  @inlinable
  public static func buildPartialBlock<First: HTML, Next: HTML>(
    accumulated: First, next: Next
  ) -> HTMLSequence<First, Next> {
    HTMLSequence(accumulated, next)
  }

  @inlinable
  public static func buildOptional<Piece: HTML>(_ piece: Piece?) -> Piece? { piece }

  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    first: First
  ) -> EitherHTML<First, Second> { .first(first) }

  @inlinable
  public static func buildEither<First: HTML, Second: HTML>(
    second: Second
  ) -> EitherHTML<First, Second> { .second(second) }

  @inlinable
  public static func buildArray<Piece: HTML>(_ pieces: [Piece]) -> [Piece] { pieces }

  @inlinable
  public static func buildLimitedAvailability<Piece: HTML>(_ piece: Piece) -> AnyHTML {
    AnyHTML(piece)
  }
}
