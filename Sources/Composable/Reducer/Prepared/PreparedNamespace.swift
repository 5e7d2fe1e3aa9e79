/// Where a namespace is read from.
package enum NamespaceSource<State>: Sendable {
  case constant(EffectKey)
  case state(@Sendable (State) -> EffectKey)
  case dependency(@Sendable (DependencyValues) -> EffectKey)
}

/// A reducer whose effects live one step further down, under a namespace.
package final class _PreparedNamespace<State: Sendable, Action: Sendable>:
  _PreparedReducer<State, Action>, @unchecked Sendable
{
  private let base: _PreparedReducer<State, Action>
  private let source: NamespaceSource<State>
  private let position: Int
  private let site: CallSite

  package init(
    base: _PreparedReducer<State, Action>, source: NamespaceSource<State>,
    position: Int, site: CallSite
  ) {
    self.base = base
    self.source = source
    self.position = position
    self.site = site
  }

  package override var hasChildren: Bool {
    if case .state = source { true } else { base.hasChildren }
  }

  package override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let effect = base.reduce(into: &state, action: action)
    if effect.isNone { return effect }
    // Read after the reduction: an action that gives the state its id may start effects, too.
    let key =
      switch source {
      case .constant(let key): key
      case .state(let read): read(state)
      case .dependency(let read): read(.current)
      }
    return effect.located(at: PathKey(position, key))
  }

  package override func sweep(
    _ state: State, below node: CancellationNode, _ sweep: inout Sweep
  ) {
    node.forEachChild(at: position) { below in
      if case .state(let read) = source, let old = below.key?.child {
        let new = read(state)
        if new != old {
          reportIssue(
            .changedNamespace,
            "A namespace changed from \(old.base) to \(new.base) while effects ran under it. "
              + "They are cancelled.",
            at: site)
          sweep.remove(below)
          return
        }
      }
      base.sweep(state, below: below, &sweep)
    }
  }
}
