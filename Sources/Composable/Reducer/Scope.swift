/// Runs a child feature on a part of its parent's state and actions.
///
/// The child gets a node of its own for its effects: two scopes of one feature cannot cancel each
/// other, while the parent can cancel its children's effects by their ids.
public struct Scope<ParentState: Sendable, ParentAction: CasePathable & Sendable, Child: Reducer>:
  _PrimitiveReducer
{
  /// One closure holds all that a scope is: bodies copy their reducers while they are composed.
  @usableFromInline
  let prepare: @Sendable (_Preparation) -> _PreparedReducer<ParentState, ParentAction>

  public typealias State = ParentState
  public typealias Action = ParentAction

  /// A child whose state is a property.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    let access = StateAccess(state)
    let path = ParentAction.allCasePaths[keyPath: action]
    let child = child()
    // Inlined where the types are known: generic code looks up the types of optionals and effects
    // each time. Where the child's action is known, returning it costs less; elsewhere handing it over
    // does. Two functions, because even the room for an optional that is not used has to be looked up.
    let step: _ScopeStep<ParentState, ParentAction, Child>
    if _isConcrete(Child.Action.self) {
      step = { state, action, child, position in
        guard let childAction = path.extraction(action) else { return .none }
        let effect = access.modify(&state) { child.reduce(into: &$0, action: childAction) }
        if effect.isNone { return .none }
        return effect.lifted(through: path.embedding, to: PathKey(scope: position))
      }
    } else {
      step = { state, action, child, position in
        var effect = Effect<Child.Action>.none
        withUnsafeMutablePointer(to: &state) { parent in
          path.visiting(action) { childAction in
            if let offset = access.offset {
              effect = child.reduce(
                into: &UnsafeMutableRawPointer(parent).advanced(by: offset)
                  .assumingMemoryBound(to: Child.State.self).pointee,
                action: childAction)
            } else {
              effect = child.reduce(
                into: &parent.pointee[keyPath: access.keyPath], action: childAction)
            }
          }
        }
        if effect.isNone { return .none }
        return effect.lifted(through: path.embedding, to: PathKey(scope: position))
      }
    }
    prepare = { preparation in
      Scope.scoped(child, access, step, path.embedding, preparation)
    }
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let access = CaseAccess(path: ParentState.allCasePaths[keyPath: state])
    let action = ParentAction.allCasePaths[keyPath: action]
    let child = child()
    prepare = { preparation in
      let position = preparation.position()
      return _PreparedChild(
        access: access, action: action, child: child._prepare(preparation), position: position,
        operation: "Scope", site: site, identity: IdentityReader())
    }
  }

  @inlinable
  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<ParentState, ParentAction> {
    prepare(preparation)
  }

  @usableFromInline
  static func scoped(
    _ child: Child, _ access: StateAccess<ParentState, Child.State>,
    _ step: @escaping _ScopeStep<ParentState, ParentAction, Child>,
    _ embed: @escaping @Sendable (Child.Action) -> ParentAction, _ preparation: _Preparation
  ) -> _PreparedReducer<ParentState, ParentAction> {
    let position = preparation.position()
    return _PreparedScope<ParentState, ParentAction, Child>(
      state: access, step: step, embed: embed, child: child._prepare(preparation),
      position: position)
  }
}

/// One action through a scope: from the parent's state and action to the parent's effect.
@usableFromInline
typealias _ScopeStep<State: Sendable, Action: Sendable, Child: Reducer> =
  @Sendable (inout State, Action, _PreparedReducer<Child.State, Child.Action>, Int) -> Effect<
    Action
  >

final class _PreparedScope<State: Sendable, Action: Sendable, Child: Reducer>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  private let state: StateAccess<State, Child.State>
  private let step: _ScopeStep<State, Action, Child>
  private let embed: @Sendable (Child.Action) -> Action
  private let child: _PreparedReducer<Child.State, Child.Action>
  private let position: Int

  init(
    state: StateAccess<State, Child.State>, step: @escaping _ScopeStep<State, Action, Child>,
    embed: @escaping @Sendable (Child.Action) -> Action,
    child: _PreparedReducer<Child.State, Child.Action>, position: Int
  ) {
    self.state = state
    self.step = step
    self.embed = embed
    self.child = child
    self.position = position
  }

  override var hasChildren: Bool { child.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    step(&state, action, child, position)
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    guard child.hasChildren, let below = node.child(PathKey(scope: position)) else { return }
    self.state.read(state) { child.sweep($0, below: below, &sweep) }
  }

  override var watchesChanges: Bool { child.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let effect = self.state.modify(&state) { child.noticeChanges(in: &$0, &round) }
    return effect.isNone ? .none : effect.lifted(through: embed, to: PathKey(scope: position))
  }
}
