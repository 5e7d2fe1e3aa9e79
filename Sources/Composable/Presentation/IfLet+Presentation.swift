extension PresentationState: _IfLetState {
  public typealias _Child = State
  public typealias _ChildKind = _PresentedChild

  public static func _attach<Parent: Reducer, Child: Reducer, SlotAction: CasePathable>(
    _ child: Child, to parent: Parent, state: WritableKeyPath<Parent.State, PresentationState>,
    action: CasePath<Parent.Action, SlotAction>, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == State, Child.Action == SlotAction._ChildAction,
    SlotAction._ChildKind == _PresentedChild
  {
    // `PresentationAction` alone is of this kind.
    let action = action as! CasePath<Parent.Action, PresentationAction<Child.Action>>
    return _Attachment(presented: child, to: parent, state: state, action: action, site: site)
  }
}

extension Reducer where Action: CasePathable {
  /// Attaches a presented child that declares its own reducer: that of an enum of reducers, or
  /// none, as an alert or a confirmation dialog.
  public func ifLet<ChildState: _SelfReducingState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ChildState._OwnReducer.State == ChildState, ChildState._OwnReducer.Action == ChildAction {
    _Attachment(
      presented: ChildState._OwnReducer(), to: self, state: state,
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same where the enum of reducers is a generic parameter: the compiler cannot see then which
  /// reducer its state names.
  @_disfavoredOverload
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ChildState.StateReducer.State == ChildState, ChildState.StateReducer.Action == ChildAction {
    _Attachment(
      presented: ChildState.StateReducer.body, to: self, state: state,
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Presented state that needs no closure in `ifLet`, as it declares its own reducer.
public protocol _SelfReducingState: _EphemeralState {
  associatedtype _OwnReducer: _ArgumentlessReducer
}

/// A reducer that can be made out of nothing.
public protocol _ArgumentlessReducer: Reducer {
  init()
}

extension EmptyReducer: _ArgumentlessReducer {}

extension AlertState: _SelfReducingState {
  public typealias _OwnReducer = EmptyReducer<AlertState, Action>
}

extension ConfirmationDialogState: _SelfReducingState {
  public typealias _OwnReducer = EmptyReducer<ConfirmationDialogState, Action>
}

extension _Attachment {
  fileprivate init(
    presented child: Child, to parent: Parent,
    state: WritableKeyPath<Parent.State, PresentationState<Child.State>>,
    action: CasePath<Parent.Action, PresentationAction<Child.Action>>, site: CallSite
  ) {
    let state = StateAccess(state)
    self.init(parent: parent, child: child) { child, parent, position in
      _PreparedPresentation(
        parent: parent, child: child, state: state, action: action, position: position, site: site)
    }
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
