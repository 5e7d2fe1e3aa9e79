/// Runs a child feature on a part of its parent's state and actions.
///
/// The child gets a node of its own for its effects: two scopes of one feature cannot cancel each
/// other, while the parent can cancel its children's effects by their ids.
public struct Scope<ParentState: Sendable, ParentAction: CasePathable & Sendable, Child: Reducer>:
  _PrimitiveReducer
{
  @usableFromInline
  enum StatePath: @unchecked Sendable {
    case property(
      StateAccess<ParentState, Child.State>, _ScopeStep<ParentState, ParentAction, Child>)
    case `case`(CasePath<ParentState, Child.State>, CallSite)
  }

  private let state: StatePath
  private let action: CasePath<ParentAction, Child.Action>
  private let child: Child

  public typealias State = ParentState
  public typealias Action = ParentAction

  @usableFromInline
  init(state: StatePath, action: CasePath<ParentAction, Child.Action>, child: Child) {
    self.state = state
    self.action = action
    self.child = child
  }

  /// A child whose state is a property.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    let access = StateAccess(state)
    let path = ParentAction.allCasePaths[keyPath: action]
    // Inlined where the types are known: generic code looks up the types of optionals and effects
    // each time.
    let step: _ScopeStep<ParentState, ParentAction, Child> = { state, action, child, key in
      var effect = Effect<Child.Action>.none
      withUnsafeMutablePointer(to: &state) { parent in
        // Where its type is known, returning the child's action costs less; elsewhere handing it
        // over does. Written out twice, because a function shared by both is generic code again.
        if _isConcrete(Child.Action.self) {
          guard let childAction = path.extraction(action) else { return }
          if let offset = access.offset {
            effect = child.reduce(
              into: &UnsafeMutableRawPointer(parent).advanced(by: offset)
                .assumingMemoryBound(to: Child.State.self).pointee,
              action: childAction)
          } else {
            effect = child.reduce(
              into: &parent.pointee[keyPath: access.keyPath], action: childAction)
          }
        } else {
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
      }
      if effect.isNone { return .none }
      return effect.lifted(through: path.embedding, to: key)
    }
    self.init(state: .property(access, step), action: path, child: child())
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
    self.init(
      state: .case(
        ParentState.allCasePaths[keyPath: state],
        CallSite(fileID: fileID, filePath: filePath, line: line, column: column)),
      action: ParentAction.allCasePaths[keyPath: action], child: child())
  }

  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<ParentState, ParentAction> {
    let position = preparation.position()
    let child = child._prepare(preparation)
    return switch state {
    case .property(let access, let step):
      _PreparedScope<ParentState, ParentAction, Child>(
        state: access, step: step, embed: action.embedding, child: child, key: PathKey(position))
    case .case(let path, let site):
      _PreparedChild(
        access: CaseAccess(path: path), action: action, child: child, position: position,
        operation: "Scope", site: site, identity: IdentityReader())
    }
  }
}

/// One action through a scope: from the parent's state and action to the parent's effect.
@usableFromInline
typealias _ScopeStep<State: Sendable, Action: Sendable, Child: Reducer> =
  @Sendable (inout State, Action, _PreparedReducer<Child.State, Child.Action>, PathKey) -> Effect<
    Action
  >

final class _PreparedScope<State: Sendable, Action: Sendable, Child: Reducer>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  private let state: StateAccess<State, Child.State>
  private let step: _ScopeStep<State, Action, Child>
  private let embed: @Sendable (Child.Action) -> Action
  private let child: _PreparedReducer<Child.State, Child.Action>
  private let key: PathKey

  init(
    state: StateAccess<State, Child.State>, step: @escaping _ScopeStep<State, Action, Child>,
    embed: @escaping @Sendable (Child.Action) -> Action,
    child: _PreparedReducer<Child.State, Child.Action>, key: PathKey
  ) {
    self.state = state
    self.step = step
    self.embed = embed
    self.child = child
    self.key = key
  }

  override var hasChildren: Bool { child.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    step(&state, action, child, key)
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    guard child.hasChildren, let below = node.child(key) else { return }
    self.state.read(state) { child.sweep($0, below: below, &sweep) }
  }

  override var watchesChanges: Bool { child.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let effect = self.state.modify(&state) { child.noticeChanges(in: &$0, &round) }
    return effect.isNone ? .none : effect.lifted(through: embed, to: key)
  }
}
