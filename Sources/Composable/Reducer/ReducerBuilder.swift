/// Composes reducers from top to bottom: all see the same state, their effects are merged in order.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: consuming R) -> R {
    reducer
  }

  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: consuming R) -> R {
    first
  }

  @inlinable
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: consuming R0, next: consuming R1
  ) -> _ReducerPair<R0, R1> {
    _ReducerPair(first: accumulated, second: next)
  }

  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> _OptionalReducer<R> {
    _OptionalReducer(wrapped: reducer)
  }

  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> _EitherReducer<R0, R1> {
    .first(reducer)
  }

  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> _EitherReducer<R0, R1> {
    .second(reducer)
  }

  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _ReducerList<R> {
    _ReducerList(reducers: reducers)
  }

  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }
}

public struct _ReducerPair<R0: Reducer, R1: Reducer>: _PrimitiveReducer
where R0.State == R1.State, R0.Action == R1.Action {
  @usableFromInline let first: R0
  @usableFromInline let second: R1

  @inlinable
  init(first: consuming R0, second: consuming R1) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<R0.State, R0.Action> {
    first._prepare(preparation).followed(by: second._prepare(preparation))
  }
}

public struct _OptionalReducer<Wrapped: Reducer>: _PrimitiveReducer {
  let wrapped: Wrapped?

  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<Wrapped.State, Wrapped.Action> {
    wrapped?._prepare(preparation) ?? _PreparedList([])
  }
}

public enum _EitherReducer<R0: Reducer, R1: Reducer>: _PrimitiveReducer
where R0.State == R1.State, R0.Action == R1.Action {
  case first(R0)
  case second(R1)

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<R0.State, R0.Action> {
    switch self {
    case .first(let reducer): reducer._prepare(preparation)
    case .second(let reducer): reducer._prepare(preparation)
    }
  }
}

public struct _ReducerList<Element: Reducer>: _PrimitiveReducer {
  let reducers: [Element]

  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<Element.State, Element.Action> {
    _PreparedList(reducers.map { $0._prepare(preparation) })
  }
}
