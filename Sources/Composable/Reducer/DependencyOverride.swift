extension Reducer {
  /// Replaces a dependency for this reducer and its effects. The nearest override wins.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> {
    _DependencyOverride(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Changes a dependency for this reducer and its effects.
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (_ dependency: inout Value) -> Void
  ) -> some Reducer<State, Action> {
    _DependencyOverride(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

private struct _DependencyOverride<Base: Reducer>: _PrimitiveReducer {
  let base: Base
  let update: @Sendable (inout DependencyValues) -> Void

  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    // Bodies and namespaces are read while preparing: the override holds for them, too.
    let prepared = withDependencies(update) { base._prepare(preparation) }
    return _PreparedDependencyOverride(base: prepared, update: update)
  }
}

private final class _PreparedDependencyOverride<State: Sendable, Action: Sendable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  let base: _PreparedReducer<State, Action>
  let update: (inout DependencyValues) -> Void

  init(base: _PreparedReducer<State, Action>, update: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.update = update
  }

  override var hasChildren: Bool { base.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let reduction = Reduction.current else {
      return withDependencies(update) { base.reduce(into: &state, action: action) }
    }
    let outer = reduction.dependencies
    reduction.dependencies = values(from: outer, in: reduction)
    defer { reduction.dependencies = outer }
    return base.reduce(into: &state, action: action)
  }

  /// Made once for each store, and kept there: stores of one blueprint share this reducer.
  private func values(from outer: DependencyValues, in reduction: Reduction) -> DependencyValues {
    let place = ObjectIdentifier(self)
    if let made = reduction.overridden[place], made.from.storage === outer.storage {
      return made.values
    }
    var values = outer
    update(&values)
    reduction.overridden[place] = (outer, values)
    return values
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }
}
