extension Reducer where Action: CasePathable {
  /// Attaches a presented child. The child runs first, then this reducer; then, after a dismissal,
  /// the state becomes nil unless this reducer put another child in its place.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Presentation(
      parent: self,
      child: child(),
      state: StateAccess(state),
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches a presented child without logic: an alert or a confirmation dialog.
  public func ifLet<ChildState: _EphemeralState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Presentation(
      parent: self,
      child: EmptyReducer<ChildState, ChildAction>(),
      state: StateAccess(state),
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private struct _Presentation<Parent: Reducer, Child: Reducer>: _PrimitiveReducer {
  let parent: Parent
  let child: Child
  let state: StateAccess<Parent.State, PresentationState<Child.State>>
  let action: CasePath<Parent.Action, PresentationAction<Child.Action>>
  let site: CallSite

  typealias State = Parent.State
  typealias Action = Parent.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<Parent.State, Parent.Action> {
    let position = preparation.position()
    let child = child._prepare(preparation)
    return _PreparedPresentation(
      parent: parent._prepare(preparation), child: child, state: state, action: action,
      position: position, site: site)
  }
}

private final class _PreparedPresentation<
  State: Sendable, Action: Sendable, ChildState: Sendable, ChildAction: Sendable
>: _PreparedReducer<State, Action>, @unchecked Sendable {
  let parent: _PreparedReducer<State, Action>
  let child: _PreparedReducer<ChildState, ChildAction>
  let state: StateAccess<State, PresentationState<ChildState>>
  let action: CasePath<Action, PresentationAction<ChildAction>>
  let position: Int
  let site: CallSite
  let identity = IdentityReader<ChildState>()
  let isEphemeral = EphemeralReader<ChildState>()

  init(
    parent: _PreparedReducer<State, Action>, child: _PreparedReducer<ChildState, ChildAction>,
    state: StateAccess<State, PresentationState<ChildState>>,
    action: CasePath<Action, PresentationAction<ChildAction>>, position: Int, site: CallSite
  ) {
    self.parent = parent
    self.child = child
    self.state = state
    self.action = action
    self.position = position
    self.site = site
  }

  override var hasChildren: Bool { true }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch self.action.extraction(action) {
    case nil: return parent.reduce(into: &state, action: action)
    case .dismiss?: return dismiss(&state, action)
    case .presented(let childAction)?: return present(&state, childAction, action)
    }
  }

  private func present(
    _ state: inout State, _ childAction: ChildAction, _ action: Action
  ) -> Effect<Action> {
    let ran = self.state.modify(&state) { presented in
      presented.modify { childState in
        let key = identity(childState)
        let wasEphemeral = isEphemeral(childState)
        let effect = child.reduce(into: &childState, action: childAction)
        return (effect: effect, key: key, wasEphemeral: wasEphemeral)
      }
    }
    guard let ran else {
      reportIssue(
        .missingChild,
        "ifLet received an action for a child that is not presented: \(action)", at: site)
      return parent.reduce(into: &state, action: action)
    }
    let childEffect = ran.effect
    let parentEffect = parent.reduce(into: &state, action: action)
    if ran.wasEphemeral {
      self.state.modify(&state) { presented in
        if presented.read({ identity($0) }) == .some(ran.key) { presented.wrappedValue = nil }
      }
    }
    return lift(childEffect, ran.key).merge(with: parentEffect)
  }

  private func dismiss(_ state: inout State, _ action: Action) -> Effect<Action> {
    let before = self.state.read(state) { $0.read { identity($0) } }
    let effect = parent.reduce(into: &state, action: action)
    guard let before else {
      reportIssue(
        .dismissWithoutChild, "ifLet received a dismissal while nothing is presented.", at: site)
      return effect
    }
    self.state.modify(&state) { presented in
      if presented.read({ identity($0) }) == .some(before) { presented.wrappedValue = nil }
    }
    return effect
  }

  private func lift(_ effect: Effect<ChildAction>, _ key: EffectKey?) -> Effect<Action> {
    if effect.isNone { return .none }
    let embed = action.embedding
    let lifted = effect.lifted(
      through: { embed(.presented($0)) }, to: PathKey(position, key))
    return Effect(lifted.content.dismissed { embed(.dismiss) })
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    node.forEachChild(at: position) { below in
      let isPresent = self.state.read(state) { presented in
        presented.read { childState in
          guard identity(childState) == below.key?.child else { return false }
          child.sweep(childState, below: below, &sweep)
          return true
        }
      }
      if isPresent != true { sweep.remove(below) }
    }
    parent.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { child.watchesChanges || parent.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    if child.watchesChanges {
      let noticed = self.state.modify(&state) { presented in
        presented.modify { childState in
          let key = identity(childState)
          return (key, round.at(key) { child.noticeChanges(in: &childState, &$0) })
        }
      }
      if let (key, childEffect) = noticed { effect = lift(childEffect, key) }
    }
    return effect.merge(with: parent.noticeChanges(in: &state, &round))
  }
}
