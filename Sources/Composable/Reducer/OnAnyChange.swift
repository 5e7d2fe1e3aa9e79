extension Reducer {
  /// Notices every change of a value by any reducer: this one, its parent, a sibling.
  ///
  /// Compared once per action, after the whole store has reduced it, with the value after the
  /// previous action; `change` then runs with both values and may change the state and return
  /// effects, which belong to this reducer. Children are asked before their parents. A value that
  /// appears with its feature (a row added, a sheet opened) counts as unchanged, and so does a
  /// change by `change` itself; a change by another `change` is noticed with the next action.
  ///
  /// In a feature that is attached with `forEach` every element is compared after every action.
  public func onAnyChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change:
      @escaping @Sendable (_ oldValue: Value, _ newValue: Value, _ state: inout State) -> Effect<
        Action
      >
  ) -> some Reducer<State, Action> {
    _OnAnyChange(base: self, value: value, change: change)
  }
}

private struct _OnAnyChange<Base: Reducer, Value: Equatable & Sendable>: _PrimitiveReducer {
  typealias State = Base.State
  typealias Action = Base.Action

  let base: Base
  let value: @Sendable (State) -> Value
  let change: @Sendable (Value, Value, inout State) -> Effect<Action>

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    _PreparedOnAnyChange(base: base._prepare(preparation), value: value, change: change)
  }
}

private final class _PreparedOnAnyChange<State: Sendable, Action: Sendable, Value: Equatable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  private let base: _PreparedReducer<State, Action>
  private let value: (State) -> Value
  private let change: (Value, Value, inout State) -> Effect<Action>

  init(
    base: _PreparedReducer<State, Action>, value: @escaping (State) -> Value,
    change: @escaping (Value, Value, inout State) -> Effect<Action>
  ) {
    self.base = base
    self.value = value
    self.change = change
  }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    base.reduce(into: &state, action: action)
  }

  override var hasChildren: Bool { base.hasChildren }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { true }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    let effect = base.noticeChanges(in: &state, &round)
    let seen = round.stage.note(of: self) { SeenValues<Value>() }
    let new = value(state)
    guard let old = seen.last(in: round), old != new else {
      seen.note(new, in: round)
      return effect
    }
    let changed = change(old, new, &state)
    seen.note(value(state), in: round)
    return effect.merge(with: changed)
  }
}

/// The values a watcher saw after the last action: of its only state, or of each that has an
/// identity.
private final class SeenValues<Value> {
  private var single: (round: UInt64, value: Value)?
  private var previous: [[EffectKey]: Value] = [:]
  private var current: [[EffectKey]: Value] = [:]
  private var round: UInt64 = 0

  /// Nil where nothing was there after the last action.
  func last(in round: ChangeRound) -> Value? {
    if round.place.isEmpty {
      guard let single, single.round &+ 1 == round.number else { return nil }
      return single.value
    }
    turn(to: round.number)
    return previous[round.place]
  }

  func note(_ value: Value, in round: ChangeRound) {
    if round.place.isEmpty {
      single = (round.number, value)
    } else {
      turn(to: round.number)
      current[round.place] = value
    }
  }

  private func turn(to number: UInt64) {
    guard number != round else { return }
    previous = round &+ 1 == number ? current : [:]
    current = [:]
    round = number
  }
}
