/// Where a namespace is read from.
package enum NamespaceSource<State>: Sendable {
  case constant(EffectKey)
  case state(@Sendable (State) -> EffectKey, position: Int, CallSite)
}

/// A reducer whose effects live one step further down, under a namespace.
package final class _PreparedNamespace<State: Sendable, Action: Sendable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  private let base: _PreparedReducer<State, Action>
  private let source: NamespaceSource<State>

  package init(base: _PreparedReducer<State, Action>, source: NamespaceSource<State>) {
    self.base = base
    self.source = source
  }

  package override var hasChildren: Bool {
    if case .state = source { true } else { base.hasChildren }
  }

  package override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    located(base.reduce(into: &state, action: action), state)
  }

  private func located(_ effect: Effect<Action>, _ state: State) -> Effect<Action> {
    // Read after the reduction: an action that gives the state its id may start effects, too.
    return effect.isNone ? effect : effect.located(at: step(state))
  }

  /// Equal constants are one step wherever they stand: side by side they share identifiers.
  private func step(_ state: State) -> PathKey {
    switch source {
    case .constant(let key): PathKey(_Preparation.constantNamespaces, key)
    case .state(let read, let position, _): PathKey(position, read(state))
    }
  }

  package override func sweep(
    _ state: State, below node: CancellationNode, _ sweep: inout Sweep
  ) {
    switch source {
    case .constant:
      guard base.hasChildren, let below = node.child(step(state)) else { return }
      base.sweep(state, below: below, &sweep)
    case .state(let read, let position, let site):
      guard let group = node.children(at: position) else { return }
      let current = read(state)
      for below in group.all {
        if below.key?.child == current {
          if base.hasChildren { base.sweep(state, below: below, &sweep) }
        } else if sweep.remove(below) {
          report(from: below.key?.child, to: current, at: site)
        }
      }
    }
  }

  private func report(from old: EffectKey?, to new: EffectKey, at site: CallSite) {
    let past = old.map { " from \($0.base)" } ?? ""
    reportIssue(
      .changedNamespace,
      "A namespace changed\(past) to \(new.base) while effects ran under it. They are cancelled.",
      at: site)
  }

  package override var watchesChanges: Bool { base.watchesChanges }

  package override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    located(base.noticeChanges(in: &state, &round), state)
  }
}
