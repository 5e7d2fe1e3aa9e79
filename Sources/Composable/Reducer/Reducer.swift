/// A feature's logic: how an action changes its state, and which effects follow.
///
/// Give either a `body` built from other reducers or a `reduce(into:action:)` of your own. Bodies
/// are evaluated once, when a store is created; keep what changes in the state.
public protocol Reducer<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  associatedtype Body

  /// Changes `state` and describes what to do next. Synchronous, on the store's lock.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// The reducer with all bodies built. Operators implement it; features inherit it.
  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action>
}

public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  public var body: Never {
    fatalError("\(Self.self) has no body: call reduce(into:action:) instead.")
  }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    _PreparedClosure { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Builds the body each time: only for calls from hand-written reducers, never by a store.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _prepare(_Preparation()).reduce(into: &state, action: action)
  }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    body._prepare(preparation)
  }
}

/// An operator: it has no body but says itself how it is prepared.
public protocol _PrimitiveReducer: Reducer where Body == Never {}

extension _PrimitiveReducer {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _prepare(_Preparation()).reduce(into: &state, action: action)
  }
}
