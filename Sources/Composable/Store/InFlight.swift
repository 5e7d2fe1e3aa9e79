/// Something a store has started and not finished: an effect's task, or a concatenation.
///
/// Linked into its node and its group without owning; the store's table owns it. All fields are
/// guarded by the store's lock.
package class InFlight: @unchecked Sendable {
  let number: UInt64
  var isCancelled = false
  var isFinished = false
  /// Started by the action itself rather than by an action that one of its effects sent.
  let isOwn: Bool

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

  init(number: UInt64, isOwn: Bool, group: EffectGroup, sequence: EffectSequence?) {
    self.number = number
    self.isOwn = isOwn
    self.group = group
    self.sequence = sequence
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
  var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

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
