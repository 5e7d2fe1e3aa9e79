/// Runs a child feature on a part of its parent's state and actions.
///
/// The child gets a node of its own for its effects: two scopes of one feature cannot cancel each
/// other, while the parent can cancel its children's effects by their ids.
public struct Scope<ParentState: Sendable, ParentAction: CasePathable & Sendable, Child: Reducer>:
  _PrimitiveReducer
{
  private enum StatePath: @unchecked Sendable {
    case property(WritableKeyPath<ParentState, Child.State>)
    case `case`(CasePath<ParentState, Child.State>, CallSite)
  }

  private let state: StatePath
  private let action: CasePath<ParentAction, Child.Action>
  private let child: Child

  public typealias State = ParentState
  public typealias Action = ParentAction

  /// A child whose state is a property.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.state = .property(state)
    self.action = ParentAction.allCasePaths[keyPath: action]
    self.child = child()
  }

  /// A child whose state is a case. An action that arrives in another case is reported.
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ParentState: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    self.state = .case(
      ParentState.allCasePaths[keyPath: state],
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.action = ParentAction.allCasePaths[keyPath: action]
    self.child = child()
  }

  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<ParentState, ParentAction> {
    let position = preparation.position()
    let child = child._prepare(preparation)
    return switch state {
    case .property(let keyPath):
      _PreparedScope(
        state: StateAccess(keyPath), action: action, child: child, key: PathKey(position))
    case .case(let path, let site):
      _PreparedChild(
        access: CaseAccess(path: path), action: action, child: child, position: position,
        operation: "Scope", site: site, identity: IdentityReader())
    }
  }
}

final class _PreparedScope<
  State: Sendable, Action: Sendable, ChildState: Sendable, ChildAction: Sendable
>: _PreparedReducer<State, Action>, @unchecked Sendable {
  private let state: StateAccess<State, ChildState>
  private let action: CasePath<Action, ChildAction>
  private let child: _PreparedReducer<ChildState, ChildAction>
  private let key: PathKey

  init(
    state: StateAccess<State, ChildState>, action: CasePath<Action, ChildAction>,
    child: _PreparedReducer<ChildState, ChildAction>, key: PathKey
  ) {
    self.state = state
    self.action = action
    self.child = child
    self.key = key
  }

  override var hasChildren: Bool { child.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let childAction = self.action.extraction(action) else { return .none }
    let effect = self.state.modify(&state) { child.reduce(into: &$0, action: childAction) }
    if effect.isNone { return .none }
    return effect.lifted(through: self.action.embedding, to: key)
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    guard child.hasChildren, let below = node.child(key) else { return }
    self.state.read(state) { child.sweep($0, below: below, &sweep) }
  }
}
