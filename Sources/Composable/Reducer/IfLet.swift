// One `ifLet` takes whatever holds a child that may be absent. Overloads would multiply: in a chain
// the compiler tries each of them with each of every other operator, so that every further one took
// it three times as long. Those that remain are disfavoured, or have no closure.

extension Reducer where Action: CasePathable {
  /// Attaches a child whose state is optional, or presented: `@Presents`. The child runs first, then
  /// this reducer; then, after the dismissal of a presented child, its state becomes nil unless this
  /// reducer put another child in its place.
  ///
  /// A child action while the state is nil is reported; this reducer still sees it. When the state
  /// becomes nil or another identity, the child's effects are cancelled.
  public func ifLet<Slot: _IfLetState, SlotAction: CasePathable, Child: Reducer>(
    _ state: WritableKeyPath<State, Slot>,
    action: CaseKeyPath<Action, SlotAction>,
    @ReducerBuilder<Slot._Child, SlotAction._ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Slot._ChildKind == SlotAction._ChildKind, Child.State == Slot._Child,
    Child.Action == SlotAction._ChildAction
  {
    Slot._attach(
      child(), to: self, state: state, action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for an optional child whose actions are not ``CasePathable``.
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Attachment(
      optional: child(), to: self, state: state, action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches a child whose state is one case of this reducer's enum state.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where State: CasePathable {
    _Attachment(parent: self, child: child()) { child, parent, position in
      _PreparedAttachment(
        child: _PreparedChild(
          access: CaseAccess(path: State.allCasePaths[keyPath: state]),
          action: Action.allCasePaths[keyPath: action],
          child: child,
          position: position,
          operation: "ifCaseLet",
          site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
          identity: IdentityReader()),
        parent: parent)
    }
  }
}
