/// A reducer from a closure.
public struct Reduce<State: Sendable, Action: Sendable>: _PrimitiveReducer {
  private let closure: @Sendable (inout State, Action) -> Effect<Action>
  private let prepare: (@Sendable (_Preparation) -> _PreparedReducer<State, Action>)?

  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    closure = reduce
    prepare = nil
  }

  /// The same reducer with its type erased.
  public init(_ reducer: some Reducer<State, Action>) {
    closure = { reducer.reduce(into: &$0, action: $1) }
    prepare = { reducer._prepare($0) }
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    prepare?(preparation) ?? _PreparedClosure(closure)
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: _PrimitiveReducer {
  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    _PreparedList([])
  }
}

/// Several reducers as one, to attach an operator to all of them.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer>:
  _PrimitiveReducer
where State == Reducers.State, Action == Reducers.Action {
  private let reducers: Reducers

  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    reducers._prepare(preparation)
  }
}
