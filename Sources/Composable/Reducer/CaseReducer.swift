/// An enum whose cases name child reducers: the children that one place may present, one at a time.
///
/// `@Reducer enum Destination { case edit(EditFeature); case alert(AlertState<AlertAction>) }`
/// writes `State`, `Action` and `body`. Attach it with `ifLet(\.$destination, action: \.destination)`,
/// or to a stack with `forEach(\.path, action: \.path)`.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body == _CaseReducerBody<Self> {
  associatedtype CaseBody: Reducer<State, Action>

  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }
}

extension CaseReducer {
  public var body: _CaseReducerBody<Self> { _CaseReducerBody() }
}

/// The reducer of an enum of reducers, wherever one is expected: in `StackActionOf<Path>`, in
/// `StoreOf<Path>`.
public struct _CaseReducerBody<Cases: CaseReducer>: _PrimitiveReducer, _ArgumentlessReducer {
  public typealias State = Cases.State
  public typealias Action = Cases.Action

  public init() {}

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    Cases.body._prepare(preparation)
  }
}

/// The state of a ``CaseReducer``. Cases of alerts and dialogs are gone after any of their actions.
public protocol CaseReducerState: _SelfReducingState {
  associatedtype StateReducer: CaseReducer
  associatedtype _OwnReducer = _CaseReducerBody<StateReducer>
}
