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
public struct _CaseReducerBody<Cases: CaseReducer>: _PrimitiveReducer {
  public typealias State = Cases.State
  public typealias Action = Cases.Action

  public func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    Cases.body._prepare(preparation)
  }
}

/// The state of a ``CaseReducer``. Cases of alerts and dialogs are gone after any of their actions.
public protocol CaseReducerState: _EphemeralState {
  associatedtype StateReducer: CaseReducer
}

extension Reducer where Action: CasePathable {
  /// Attaches the children of an enum of reducers, one of which may be presented.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ChildState.StateReducer.State == ChildState, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      state, action: action, destination: { ChildState.StateReducer.body }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
