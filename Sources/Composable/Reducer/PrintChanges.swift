extension Reducer {
  /// Prints every action this reducer receives, and whether it changed the state. For debugging.
  public func _printChanges() -> some Reducer<State, Action> {
    _PrintChanges(base: self)
  }
}

private struct _PrintChanges<Base: Reducer>: _PrimitiveReducer {
  let base: Base
  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    _PreparedPrintChanges(base: base._prepare(preparation))
  }
}

private final class _PreparedPrintChanges<State: Sendable, Action: Sendable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  let base: _PreparedReducer<State, Action>
  init(base: _PreparedReducer<State, Action>) { self.base = base }

  override var hasChildren: Bool { base.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let before = String(reflecting: state)
    let effect = base.reduce(into: &state, action: action)
    let after = String(reflecting: state)
    let change = before == after ? "  (no state change)" : "- \(before)\n+ \(after)"
    print("received \(action)\n\(change)")
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }
}
