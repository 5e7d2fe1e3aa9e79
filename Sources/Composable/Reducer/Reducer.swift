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
    _PreparedMethod(self)
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// For reducers that call another one themselves instead of composing it; stores never do.
  ///
  /// Called on the caller's own state, as a wrapper does, it is as good as composed. Called on a part
  /// of it, the effects of its own children are not cancelled when these children go, which is
  /// reported when it has such effects: prefer ``Scope``, `ifLet` and `forEach`.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    call(self, into: &state, action: action)
  }

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    body._prepare(preparation)
  }
}

/// An operator: it has no body but defines its own preparation.
public protocol _PrimitiveReducer: Reducer where Body == Never {}

extension _PrimitiveReducer {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    call(self, into: &state, action: action)
  }
}
