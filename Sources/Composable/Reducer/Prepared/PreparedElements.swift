/// One action through a `forEach`: nil if the element it is for is not there.
@usableFromInline
package typealias _ElementStep<Elements: ElementAccess, Action: Sendable, ChildAction: Sendable> =
  @Sendable (
    inout Elements.Root, Action, _PreparedReducer<Elements.Value, ChildAction>, Int
  ) -> Effect<Action>? where Elements.Value: Sendable

/// Inlined where the types are known, like the step of a `Scope`: the same code takes several times
/// as long when it has to look up how an id is hashed and where an element lies.
@inlinable
package func _elementStep<Elements: ElementAccess, Action: Sendable, ChildAction: Sendable>(
  _ elements: Elements, _ path: CasePath<Action, IdentifiedAction<Elements.ID, ChildAction>>
) -> _ElementStep<Elements, Action, ChildAction> where Elements.Value: Sendable {
  { state, action, child, position in
    guard case .element(let id, let childAction)? = path.extraction(action)
    else { return Effect<Action>.none }
    let effect = elements.modify(&state, id: id) { child.reduce(into: &$0, action: childAction) }
    guard let effect else { return nil }
    if effect.isNone { return Effect<Action>.none }
    return effect.lifted(
      through: { path.embedding(.element(id: id, action: $0)) },
      to: PathKey(position, id: id))
  }
}

/// Runs one child of a collection, and finds those that are no longer in it.
package final class _PreparedElements<
  Elements: ElementAccess, Action: Sendable, ChildAction: Sendable
>: _PreparedReducer<Elements.Root, Action>, @unchecked Sendable
where Elements.Root: Sendable, Elements.Value: Sendable {
  private let elements: Elements
  private let step: _ElementStep<Elements, Action, ChildAction>
  private let path: CasePath<Action, IdentifiedAction<Elements.ID, ChildAction>>
  private let child: _PreparedReducer<Elements.Value, ChildAction>
  private let position: Int
  private let operation: String
  private let site: CallSite

  init(
    elements: Elements, step: @escaping _ElementStep<Elements, Action, ChildAction>,
    path: CasePath<Action, IdentifiedAction<Elements.ID, ChildAction>>,
    child: _PreparedReducer<Elements.Value, ChildAction>, position: Int, operation: String,
    site: CallSite
  ) {
    self.elements = elements
    self.step = step
    self.path = path
    self.child = child
    self.position = position
    self.operation = operation
    self.site = site
  }

  package override var hasChildren: Bool { true }

  package override func reduce(into state: inout Elements.Root, action: Action) -> Effect<Action> {
    if let effect = step(&state, action, child, position) { return effect }
    reportMissingElement(action)
    return .none
  }

  @inline(never)
  private func reportMissingElement(_ action: Action) {
    guard case .element(let id, _)? = path.extraction(action) else { return }
    reportIssue(
      .missingElement,
      "\(operation) received an action for an element that is not there, with id \(id): \(action)",
      at: site)
  }

  package override func sweep(
    _ state: Elements.Root, below node: CancellationNode, _ sweep: inout Sweep
  ) {
    elements.sweep(state, child: child, at: position, below: node, &sweep)
  }

  package override var watchesChanges: Bool { child.watchesChanges }

  package override func noticeChanges(
    in state: inout Elements.Root, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let embed = path.embedding
    return elements.noticeChanges(in: &state, child: child, at: position, &round) { id, action in
      embed(.element(id: id, action: action))
    }
  }
}
