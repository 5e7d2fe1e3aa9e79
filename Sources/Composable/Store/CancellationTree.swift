/// Which effects are in flight where, and under which ids. Guarded by the store's lock.
struct CancellationTree {
  let root = CancellationNode(key: nil, parent: nil)

  private final class Matches {
    unowned(unsafe) var first: CancellationSlot?
    var count = 0
  }
  /// All slots with one id, wherever they are.
  private var index: [EffectKey: Matches] = [:]

  var isEmpty: Bool { index.isEmpty && root.isEmpty }

  /// The node at a path that was collected innermost first, made if need be.
  func node(at path: [PathKey]) -> CancellationNode {
    var node = root
    for key in path.reversed() { node = node.childMaking(key) }
    return node
  }

  func existingNode(at path: [PathKey]) -> CancellationNode? {
    var node = root
    for key in path.reversed() {
      guard let child = node.child(key) else { return nil }
      node = child
    }
    return node
  }

  mutating func insert(_ effect: InFlight, at node: CancellationNode) {
    effect.node = node
    effect.nextAtNode = node.first
    node.first?.previousAtNode = effect
    node.first = effect
  }

  mutating func addSlot(_ key: EffectKey, to effect: InFlight, stepsUp: Int) {
    guard var node = effect.node else { return }
    for _ in 0..<stepsUp { node = node.parent ?? node }
    let slot = CancellationSlot(key: key, owner: effect, node: node)
    effect.slots.append(slot)

    slot.nextAtNode = node.firstSlot
    node.firstSlot?.previousAtNode = slot
    node.firstSlot = slot
    count(1, from: node)

    let matches = index[key] ?? Matches()
    if matches.count == 0 { index[key] = matches }
    slot.nextOfKey = matches.first
    matches.first?.previousOfKey = slot
    matches.first = slot
    matches.count += 1
  }

  /// Forgets where the effect was. Nodes that become empty go as well.
  mutating func remove(_ effect: InFlight) {
    guard let node = effect.node else { return }
    for slot in effect.slots { remove(slot) }
    if let previous = effect.previousAtNode {
      previous.nextAtNode = effect.nextAtNode
    } else {
      node.first = effect.nextAtNode
    }
    effect.nextAtNode?.previousAtNode = effect.previousAtNode
    effect.nextAtNode = nil
    effect.previousAtNode = nil
    effect.node = nil
    let slots = effect.slots
    effect.slots = []
    node.prune()
    for slot in slots where slot.node !== node { slot.node.prune() }
  }

  private mutating func remove(_ slot: CancellationSlot) {
    if let previous = slot.previousAtNode {
      previous.nextAtNode = slot.nextAtNode
    } else {
      slot.node.firstSlot = slot.nextAtNode
    }
    slot.nextAtNode?.previousAtNode = slot.previousAtNode
    count(-1, from: slot.node)

    guard let matches = index[slot.key] else { return }
    if let previous = slot.previousOfKey {
      previous.nextOfKey = slot.nextOfKey
    } else {
      matches.first = slot.nextOfKey
    }
    slot.nextOfKey?.previousOfKey = slot.previousOfKey
    matches.count -= 1
    if matches.count == 0 { index[slot.key] = nil }
  }

  private func count(_ change: Int, from node: CancellationNode) {
    var node: CancellationNode? = node
    while let current = node {
      current.slotsBelow += change
      node = current.parent
    }
  }

  /// The effects that carry `key` at `node` or below.
  ///
  /// Looks through whichever is shorter: all slots with that id, or all slots below the node.
  func effects(with key: EffectKey, below node: CancellationNode) -> [InFlight] {
    guard let matches = index[key] else { return [] }
    var found: [InFlight] = []
    if matches.count <= node.slotsBelow {
      var slot = matches.first
      while let current = slot {
        if current.node.isAtOrBelow(node) { found.append(current.owner) }
        slot = current.nextOfKey
      }
    } else {
      node.forEachNode { node in
        var slot = node.firstSlot
        while let current = slot {
          if current.key == key { found.append(current.owner) }
          slot = current.nextAtNode
        }
      }
    }
    return found
  }

  /// All effects at `node` or below.
  func effects(below node: CancellationNode) -> [InFlight] {
    var found: [InFlight] = []
    node.forEachNode { node in
      var effect = node.first
      while let current = effect {
        found.append(current)
        effect = current.nextAtNode
      }
    }
    return found
  }
}
