/// One composition with effects in flight at it or below. Touched only under the store's lock.
///
/// A node exists while effects do: with nothing in flight there is only the root.
package final class CancellationNode {
  let key: PathKey?
  unowned(unsafe) let parent: CancellationNode?
  private var groups: [ChildGroup] = []
  /// Effects at this very node.
  var first: InFlight?
  /// Ids attached at this node or below.
  var slotsBelow = 0
  var firstSlot: CancellationSlot?
  /// A sweep has found that its child is no longer there; its effects are about to be cancelled.
  var isGone = false

  init(key: PathKey?, parent: CancellationNode?) {
    self.key = key
    self.parent = parent
  }

  /// The children that belong to one operator of the reducer tree.
  package final class ChildGroup {
    let position: Int
    var stamp: UInt64?
    fileprivate var single: CancellationNode?
    fileprivate var byID: [EffectKey: CancellationNode] = [:]

    init(position: Int) { self.position = position }

    package var all: [CancellationNode] {
      guard let single else { return Array(byID.values) }
      return [single] + byID.values
    }
    fileprivate var isEmpty: Bool { single == nil && byID.isEmpty }

    fileprivate subscript(child: EffectKey?) -> CancellationNode? {
      get { child.map { byID[$0] } ?? single }
      set {
        if let child { byID[child] = newValue } else { single = newValue }
      }
    }
  }

  var hasChildNodes: Bool { !groups.isEmpty }
  var isEmpty: Bool { first == nil && firstSlot == nil && groups.isEmpty }

  package func children(at position: Int) -> ChildGroup? {
    groups.first { $0.position == position }
  }

  package func forEachChild(at position: Int, _ body: (CancellationNode) -> Void) {
    guard let group = children(at: position) else { return }
    for child in group.all { body(child) }
  }

  package func child(_ key: PathKey) -> CancellationNode? {
    children(at: key.position)?[key.child]
  }

  func childMaking(_ key: PathKey) -> CancellationNode {
    let group: ChildGroup
    if let existing = children(at: key.position) {
      group = existing
    } else {
      group = ChildGroup(position: key.position)
      groups.append(group)
    }
    // A new element may have come with ids that changed since: let the next sweep look.
    if let existing = group[key.child] { return existing }
    group.stamp = nil
    let child = CancellationNode(key: key, parent: self)
    group[key.child] = child
    return child
  }

  /// Removes this node from its parent if nothing is left in it, and so on upwards.
  func prune() {
    var node = self
    while node.isEmpty, let parent = node.parent, let key = node.key {
      guard let index = parent.groups.firstIndex(where: { $0.position == key.position })
      else { return }
      parent.groups[index][key.child] = nil
      if parent.groups[index].isEmpty { parent.groups.remove(at: index) }
      node = parent
    }
  }

  func isAtOrBelow(_ other: CancellationNode) -> Bool {
    var node: CancellationNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parent
    }
    return false
  }

  /// This node and everything below it.
  func forEachNode(_ body: (CancellationNode) -> Void) {
    var waiting = [self]
    while let node = waiting.popLast() {
      body(node)
      for group in node.groups { waiting.append(contentsOf: group.all) }
    }
  }
}
