extension Reducer {
  /// Runs another reducer after this one when a value it names has changed.
  public func onChange<Value: Equatable & Sendable, Change: Reducer<State, Action>>(
    of value: @escaping @Sendable (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> Change
  ) -> some Reducer<State, Action> {
    _OnChange(base: self, value: value, change: reducer)
  }
}

private struct _OnChange<Base: Reducer, Value: Equatable & Sendable, Change: Reducer>:
  _PrimitiveReducer
where Base.State == Change.State, Base.Action == Change.Action {
  let base: Base
  let value: @Sendable (Base.State) -> Value
  let change: @Sendable (Value, Value) -> Change

  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    // Every change prepares its reducer again, so its operators get positions from a range of their
    // own. Their effects are siblings of the base's: each can cancel the other's.
    let position = preparation.position()
    return _PreparedOnChange(
      base: base._prepare(preparation), value: value,
      change: { old, new, state, action in
        let reducer = change(old, new)._prepare(_Preparation(within: position))
        return reducer.reduce(into: &state, action: action)
      })
  }
}

private final class _PreparedOnChange<State: Sendable, Action: Sendable, Value: Equatable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  let base: _PreparedReducer<State, Action>
  let value: (State) -> Value
  let change: (Value, Value, inout State, Action) -> Effect<Action>

  init(
    base: _PreparedReducer<State, Action>, value: @escaping (State) -> Value,
    change: @escaping (Value, Value, inout State, Action) -> Effect<Action>
  ) {
    self.base = base
    self.value = value
    self.change = change
  }

  override var hasChildren: Bool { base.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let old = value(state)
    let effect = base.reduce(into: &state, action: action)
    let new = value(state)
    guard old != new else { return effect }
    return effect.merge(with: change(old, new, &state, action))
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { base.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    base.noticeChanges(in: &state, &round)
  }
}
