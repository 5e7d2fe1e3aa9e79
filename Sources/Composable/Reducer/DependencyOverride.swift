extension Reducer {
  /// Replaces a dependency for this reducer and its effects. The nearest override wins.
  public func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> {
    // Writing through a key path reads first; a replaced value need not have a test value.
    _DependencyOverride(base: self) { values in
      IssueReporter.$scoped.withValue(IssueReporter.Scope { _ in }) {
        values[keyPath: keyPath] = value
      }
    }
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
    overriding { base.reduce(into: &state, action: action) }
  }

  private func overriding(_ body: () -> Effect<Action>) -> Effect<Action> {
    guard let reduction = Reduction.current else {
      return withDependencies(update, operation: body)
    }
    let outer = reduction.dependencies
    reduction.dependencies = values(from: outer, in: reduction.stage)
    defer { reduction.dependencies = outer }
    return body()
  }

  /// Made again only if its environment has changed since the last action.
  private func values(
    from outer: DependencyValues, in stage: ReducerStage
  ) -> DependencyValues {
    let made = stage.note(of: self) { MadeDependencies() }
    if let last = made.last, last.from.storage === outer.storage { return last.values }
    var values = outer
    update(&values)
    made.last = (outer, values)
    return values
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { base.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    overriding { base.noticeChanges(in: &state, &round) }
  }
}

private final class MadeDependencies {
  var last: (from: DependencyValues, values: DependencyValues)?
}
