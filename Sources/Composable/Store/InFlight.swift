/// Something a store has started and not finished: an effect's task, or a concatenation.
///
/// Linked into its node and its group without owning; the store's ``InFlightList`` owns it. All
/// fields are guarded by the store's lock.
package class InFlight: @unchecked Sendable {
  /// Rises from start to start within a store.
  var number: UInt64 = 0
  var isCancelled = false
  var isFinished = false
  /// Started by the action itself rather than by an action that one of its effects sent.
  let isOwn: Bool

  // All that its store has in flight.
  unowned(unsafe) var nextInStore: InFlight?
  unowned(unsafe) var previousInStore: InFlight?

  // The node it is at, and its neighbours there.
  var node: CancellationNode?
  unowned(unsafe) var nextAtNode: InFlight?
  unowned(unsafe) var previousAtNode: InFlight?

  // The action it belongs to, and its neighbours there.
  let group: EffectGroup
  unowned(unsafe) var nextInGroup: InFlight?
  unowned(unsafe) var previousInGroup: InFlight?

  var slots: [CancellationSlot] = []
  /// The concatenation it is a part of.
  let sequence: EffectSequence?

  init(isOwn: Bool, group: EffectGroup, sequence: EffectSequence?) {
    self.isOwn = isOwn
    self.group = group
    self.sequence = sequence
  }
}

/// All that a store has in flight, oldest last. Owns its members: linked by hand, because a hash
/// table costs more than the rest of starting and ending an effect's bookkeeping.
struct InFlightList {
  private unowned(unsafe) var first: InFlight?

  var isEmpty: Bool { first == nil }

  mutating func insert(_ effect: InFlight) {
    _ = Unmanaged.passRetained(effect)
    effect.nextInStore = first
    first?.previousInStore = effect
    first = effect
  }

  mutating func remove(_ effect: InFlight) {
    if let previous = effect.previousInStore {
      previous.nextInStore = effect.nextInStore
    } else {
      first = effect.nextInStore
    }
    effect.nextInStore?.previousInStore = effect.previousInStore
    effect.nextInStore = nil
    effect.previousInStore = nil
    Unmanaged.passUnretained(effect).release()
  }

  var all: [InFlight] {
    var all: [InFlight] = []
    var next = first
    while let effect = next {
      all.append(effect)
      next = effect.nextInStore
    }
    return all
  }
}

/// An id on an effect, at the node where it was attached.
package final class CancellationSlot {
  let key: EffectKey
  unowned(unsafe) let owner: InFlight
  let node: CancellationNode
  unowned(unsafe) var nextAtNode: CancellationSlot?
  unowned(unsafe) var previousAtNode: CancellationSlot?
  unowned(unsafe) var nextOfKey: CancellationSlot?
  unowned(unsafe) var previousOfKey: CancellationSlot?

  init(key: EffectKey, owner: InFlight, node: CancellationNode) {
    self.key = key
    self.owner = owner
    self.node = node
  }
}

/// The effects of one sent action and of the actions they send. Guarded by the store's lock.
package final class EffectGroup: @unchecked Sendable {
  /// Effects in flight, and sends of this action that wait in the queue.
  var count = 0
  var isCancelled = false
  var first: InFlight?
  var waiters = Waiters()

  func link(_ effect: InFlight) {
    count += 1
    effect.nextInGroup = first
    first?.previousInGroup = effect
    first = effect
  }

  func unlink(_ effect: InFlight) {
    count -= 1
    if let previous = effect.previousInGroup {
      previous.nextInGroup = effect.nextInGroup
    } else {
      first = effect.nextInGroup
    }
    effect.nextInGroup?.previousInGroup = effect.previousInGroup
    effect.nextInGroup = nil
    effect.previousInGroup = nil
  }
}
