extension Reducer where Action: CasePathable {
  /// Attaches a child whose state is optional. The child runs first, then this reducer.
  ///
  /// A child action while the state is nil is reported; this reducer still sees it. When the state
  /// becomes nil or another identity, the child's effects are cancelled.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Attachment(parent: self, child: child()) { child, position in
      _PreparedChild(
        access: OptionalAccess(access: StateAccess(state)),
        action: Action.allCasePaths[keyPath: action],
        child: child,
        position: position,
        operation: "ifLet",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
        identity: IdentityReader())
    }
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
    _Attachment(parent: self, child: child()) { child, position in
      _PreparedChild(
        access: CaseAccess(path: State.allCasePaths[keyPath: state]),
        action: Action.allCasePaths[keyPath: action],
        child: child,
        position: position,
        operation: "ifCaseLet",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
        identity: IdentityReader())
    }
  }
}

/// A child reducer attached to a parent; how they are joined is decided when prepared.
package struct _Attachment<Parent: Reducer, Child: Reducer>: _PrimitiveReducer, @unchecked Sendable
{
  let parent: Parent
  let child: Child
  // Captures key paths only; they are immutable.
  let join:
    (_PreparedReducer<Child.State, Child.Action>, Int) -> _PreparedReducer<
      Parent.State, Parent.Action
    >

  package typealias State = Parent.State
  package typealias Action = Parent.Action

  package init(
    parent: Parent, child: Child,
    join:
      @escaping (_PreparedReducer<Child.State, Child.Action>, Int) -> _PreparedReducer<
        Parent.State, Parent.Action
      >
  ) {
    self.parent = parent
    self.child = child
    self.join = join
  }

  package func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<Parent.State, Parent.Action> {
    let position = preparation.position()
    let child = child._prepare(preparation)
    return _PreparedAttachment(
      child: join(child, position), parent: parent._prepare(preparation))
  }
}
