/// How an operator reaches a child that may be absent.
protocol ChildAccess<Root, Value>: Sendable {
  associatedtype Root
  associatedtype Value
  /// Runs `body` on the child if it is there.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?
  func read<Result>(_ root: Root, _ body: (Value) -> Result) -> Result?
}

struct OptionalAccess<Root, Value>: ChildAccess {
  let access: StateAccess<Root, Value?>

  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    access.modify(&root) { value in
      if value == nil { return nil }
      return body(&value!)
    }
  }

  func read<Result>(_ root: Root, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0.map(body) }
  }
}

struct CaseAccess<Root, Value>: ChildAccess {
  let path: CasePath<Root, Value>

  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    path.modify(&root, body)
  }

  func read<Result>(_ root: Root, _ body: (Value) -> Result) -> Result? {
    path.extraction(root).map(body)
  }
}

/// Runs a child that may be absent: behind an optional, or in a case of an enum.
///
/// Its node carries the child's identity, so the effects of a child that was replaced are found
/// by the sweep even when they were returned by the very action that replaced it.
final class _PreparedChild<Access: ChildAccess, Action: Sendable, ChildAction: Sendable>:
  _PreparedReducer<Access.Root, Action>, @unchecked Sendable
where Access.Root: Sendable, Access.Value: Sendable {
  private let access: Access
  private let action: CasePath<Action, ChildAction>
  private let child: _PreparedReducer<Access.Value, ChildAction>
  private let position: Int
  private let operation: String
  private let site: CallSite
  private let identity: IdentityReader<Access.Value>

  init(
    access: Access, action: CasePath<Action, ChildAction>,
    child: _PreparedReducer<Access.Value, ChildAction>, position: Int,
    operation: String, site: CallSite, identity: IdentityReader<Access.Value>
  ) {
    self.access = access
    self.action = action
    self.child = child
    self.position = position
    self.operation = operation
    self.site = site
    self.identity = identity
  }

  override var hasChildren: Bool { true }

  override func reduce(into state: inout Access.Root, action: Action) -> Effect<Action> {
    guard let childAction = self.action.extraction(action) else { return .none }
    var key: EffectKey?
    let effect = access.modify(&state) { childState -> Effect<ChildAction> in
      let before = identity(childState)
      key = before
      return child.reduce(into: &childState, action: childAction)
    }
    guard let effect else {
      reportIssue(
        .missingChild,
        "\(operation) received an action for a child that is not there: \(action)",
        at: site)
      return .none
    }
    if effect.isNone { return .none }
    return effect.lifted(through: self.action.embedding, to: PathKey(position, key))
  }

  override func sweep(_ state: Access.Root, below node: CancellationNode, _ sweep: inout Sweep) {
    node.forEachChild(at: position) { below in
      let isPresent = access.read(state) { childState in
        guard identity(childState) == below.key?.child else { return false }
        if child.hasChildren { child.sweep(childState, below: below, &sweep) }
        return true
      }
      if isPresent != true { sweep.remove(below) }
    }
  }

  override var watchesChanges: Bool { child.watchesChanges }

  override func noticeChanges(
    in state: inout Access.Root, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let noticed = access.modify(&state) { childState in
      let key = identity(childState)
      return (key, round.at(key) { child.noticeChanges(in: &childState, &$0) })
    }
    guard let (key, effect) = noticed, !effect.isNone else { return .none }
    return effect.lifted(through: action.embedding, to: PathKey(position, key))
  }
}

/// A reducer with another one attached: the attached child first, then the parent.
final class _PreparedAttachment<State: Sendable, Action: Sendable>: _PreparedReducer<State, Action>,
  @unchecked Sendable
{
  private let child: _PreparedReducer<State, Action>
  private let parent: _PreparedReducer<State, Action>

  init(child: _PreparedReducer<State, Action>, parent: _PreparedReducer<State, Action>) {
    self.child = child
    self.parent = parent
  }

  override var hasChildren: Bool { true }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let childEffect = child.reduce(into: &state, action: action)
    let parentEffect = parent.reduce(into: &state, action: action)
    return childEffect.merge(with: parentEffect)
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    child.sweep(state, below: node, &sweep)
    parent.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { child.watchesChanges || parent.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let childEffect = child.noticeChanges(in: &state, &round)
    return childEffect.merge(with: parent.noticeChanges(in: &state, &round))
  }
}
