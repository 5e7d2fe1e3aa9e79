/// How `forEach` reaches one element of a collection.
@usableFromInline
package protocol ElementAccess<Root, ID, Value>: Sendable {
  associatedtype Root
  associatedtype ID: Hashable & Sendable
  associatedtype Value
  func modify<Result>(_ root: inout Root, id: ID, _ body: (inout Value) -> Result) -> Result?
  func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result?
  /// Equal as long as no id came or went; nil if that cannot be determined cheaply.
  func stamp(_ root: Root) -> UInt64?
  /// Every element's id, for `onAnyChange`.
  func ids(_ root: Root) -> [ID]
}

extension ElementAccess where Value: Sendable {
  /// Asks every element's watchers.
  func noticeChanges<ChildAction, Action>(
    in state: inout Root, child: _PreparedReducer<Value, ChildAction>, at position: Int,
    _ round: inout ChangeRound, embed: @escaping @Sendable (ID, ChildAction) -> Action
  ) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    for id in ids(state) {
      let key = EffectKey(id)
      let effect = modify(&state, id: id) { element in
        round.at(key) { child.noticeChanges(in: &element, &$0) }
      }
      guard let effect, !effect.isNone else { continue }
      effects.append(effect.lifted(through: { embed(id, $0) }, to: PathKey(position, key)))
    }
    return .merge(effects)
  }

  /// Cancels what belongs to elements that are gone, and looks into those that are there.
  func sweep<Action>(
    _ state: Root, child: _PreparedReducer<Value, Action>, at position: Int,
    below node: CancellationNode, _ sweep: inout Sweep
  ) {
    guard let group = node.children(at: position) else { return }
    let stamp = stamp(state)
    let sameIDs = stamp != nil && group.stamp == stamp
    if sameIDs && !child.hasChildren { return }
    for below in group.all {
      guard let id = below.key?.child?.base as? ID else { continue }
      let isPresent: Void? = read(state, id: id) { element in
        if child.hasChildren && below.hasChildNodes {
          child.sweep(element, below: below, &sweep)
        }
      }
      if isPresent == nil { sweep.remove(below) }
    }
    group.stamp = stamp
  }
}

/// The elements of an identified array.
@usableFromInline
package struct IdentifiedElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  @usableFromInline let access: StateAccess<Root, IdentifiedArray<ID, Value>>

  @inlinable
  package init(access: StateAccess<Root, IdentifiedArray<ID, Value>>) { self.access = access }

  @inlinable
  package func modify<Result>(
    _ root: inout Root, id: ID, _ body: (inout Value) -> Result
  ) -> Result? {
    access.modify(&root) { $0.modify(id: id, body) }
  }

  @usableFromInline
  package func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0[id: id].map(body) }
  }

  @usableFromInline
  package func stamp(_ root: Root) -> UInt64? { access.read(root) { $0.stamp } }

  @usableFromInline
  package func ids(_ root: Root) -> [ID] { access.read(root) { Array($0.ids) } }
}

/// The values of a dictionary.
@usableFromInline
package struct DictionaryElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  @usableFromInline let access: StateAccess<Root, [ID: Value]>

  @inlinable
  package init(access: StateAccess<Root, [ID: Value]>) { self.access = access }

  @inlinable
  package func modify<Result>(
    _ root: inout Root, id: ID, _ body: (inout Value) -> Result
  ) -> Result? {
    access.modify(&root) { dictionary in
      guard let index = dictionary.index(forKey: id) else { return nil }
      return body(&dictionary.values[index])
    }
  }

  @usableFromInline
  package func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0[id].map(body) }
  }

  @usableFromInline
  package func stamp(_ root: Root) -> UInt64? { nil }

  @usableFromInline
  package func ids(_ root: Root) -> [ID] { access.read(root) { Array($0.keys) } }
}
