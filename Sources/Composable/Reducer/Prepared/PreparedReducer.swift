/// A reducer with its bodies built: what a store runs.
///
/// Immutable after preparation: stores of one ``StoreBlueprint`` share it, each under its own lock.
public class _PreparedReducer<State: Sendable, Action: Sendable>: @unchecked Sendable {
  /// Public because a `package` initialiser makes 6.3.1 reject the subclasses.
  public init() {}

  @usableFromInline
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    fatalError("Every prepared reducer overrides this.")
  }

  /// Cancels effects of children that `state` no longer has. Called while some are in flight.
  package func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {}

  /// Whether `sweep` can ever find anything, so that rows without children cost nothing.
  package var hasChildren: Bool { false }

  /// Whether a change that another reducer makes may have to be noticed here.
  package var watchesChanges: Bool { false }

  /// Compares the values that `onAnyChange` watches with their last ones; once per action, after
  /// its reduction.
  package func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    .none
  }

  /// This and the reducer that follows it, while both are being prepared.
  @usableFromInline
  func followed(by next: _PreparedReducer) -> _PreparedReducer { _PreparedList([self, next]) }
}

/// One comparison of all that is watched.
package struct ChangeRound {
  let number: UInt64
  let stage: ReducerStage
  /// The path of identities from the root down to the reducer, where it has any.
  var place: [EffectKey] = []

  /// Runs `body` for the child that `key` names.
  mutating func at<Result>(_ key: EffectKey?, _ body: (inout Self) -> Result) -> Result {
    guard let key else { return body(&self) }
    place.append(key)
    defer { place.removeLast() }
    return body(&self)
  }
}

/// The result of a sweep: the subtrees to be cancelled.
package struct Sweep {
  let stage: ReducerStage
  var gone: [CancellationNode] = []

  /// False if it was found before.
  @discardableResult
  package mutating func remove(_ node: CancellationNode) -> Bool {
    if node.isGone { return false }
    node.isGone = true
    gone.append(node)
    return true
  }
}

final class _PreparedList<State: Sendable, Action: Sendable>: _PreparedReducer<State, Action>,
  @unchecked Sendable
{
  private var reducers: [_PreparedReducer<State, Action>]
  private var anyHasChildren = false

  // Loops rather than `contains` and key paths: this is generic code, where both are made again
  // each time, which took half of the time to create a store.
  init(_ reducers: [_PreparedReducer<State, Action>]) {
    self.reducers = reducers
    super.init()
    for reducer in reducers { note(reducer) }
  }

  /// In place: no other code has seen this list before its preparation is over.
  override func followed(
    by next: _PreparedReducer<State, Action>
  ) -> _PreparedReducer<State, Action> {
    reducers.append(next)
    note(next)
    return self
  }

  private func note(_ reducer: _PreparedReducer<State, Action>) {
    if reducer.hasChildren { anyHasChildren = true }
  }

  override var hasChildren: Bool { anyHasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    var effect = Effect<Action>.none
    for reducer in reducers {
      let next = reducer.reduce(into: &state, action: action)
      if !next.isNone { effect = effect.merge(with: next) }
    }
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    for reducer in reducers { reducer.sweep(state, below: node, &sweep) }
  }

  /// Asked each time: a reducer written by hand knows only after its first call.
  override var watchesChanges: Bool {
    for reducer in reducers where reducer.watchesChanges { return true }
    return false
  }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    for reducer in reducers where reducer.watchesChanges {
      effect = effect.merge(with: reducer.noticeChanges(in: &state, &round))
    }
    return effect
  }
}
