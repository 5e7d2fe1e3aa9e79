extension StoreEngine {
  // MARK: Starting

  final func currentGroup() -> EffectGroup {
    if let group { return group }
    let made = EffectGroup()
    group = made
    return made
  }

  final func insert(_ effect: InFlight, at path: [PathKey], slots: [EffectSlot]) {
    effect.number = takeNumber()
    inFlight.insert(effect)
    effect.group.link(effect)
    tree.insert(effect, at: tree.node(at: path))
    for slot in slots { tree.addSlot(slot.key, to: effect, stepsUp: slot.depth) }
    if let sequence = effect.sequence {
      sequence.running += 1
      sequence.members.append(effect)
    }
  }

  /// Starts parts until one has something running, or none is left.
  final func advance(_ sequence: EffectSequence) {
    sequence.members = []
    while sequence.running == 0 {
      // Counted while it starts, so that a part that ends immediately does not advance from within.
      sequence.running += 1
      let isStarted = sequence.startNextPart()
      sequence.running -= 1
      if !isStarted { break }
    }
    guard sequence.running == 0 else { return }
    // Parts that ended as they began are still there, and refer to the whole.
    sequence.members = []
    complete(sequence)
  }

  // MARK: Finishing

  final func finish(_ run: EffectRun) {
    locked {
      guard !run.isFinished else { return }
      runCount -= 1
      complete(run)
    }
  }

  /// Removes an effect from every table and lets the work that waited for it continue.
  final func complete(_ effect: InFlight) {
    guard !effect.isFinished else { return }
    effect.isFinished = true
    tree.remove(effect)
    if let sequence = effect.sequence {
      sequence.running -= 1
      if sequence.running == 0 && !sequence.isFinished {
        let outer = (group, groupIsOwn)
        (group, groupIsOwn) = (sequence.group, sequence.isOwn)
        advance(sequence)
        (group, groupIsOwn) = outer
      }
    }
    let group = effect.group
    group.unlink(effect)
    inFlight.remove(effect)
    settle(group)
  }

  final func settle(_ group: EffectGroup) {
    guard group.count == 0, !group.waiters.isEmpty else { return }
    aftermath.resume(group.waiters.take())
  }

  /// Called when all is drained: an effect that ended may have fed an action that starts another.
  final func settleIdle() {
    var waiters = Waiters()
    for waiter in idleWaiters.values { waiters.add(waiter) }
    aftermath.resume(waiters)
    idleWaiters = [:]
  }

  /// Ends effects that were cancelled before they started; false if there were none.
  final func finishCancelledStarts() -> Bool {
    guard aftermath.starts.containsCancelled else { return false }
    for run in aftermath.starts.takeCancelled() {
      runCount -= 1
      complete(run)
    }
    return true
  }

  // MARK: Cancelling

  /// - Parameter part: the concatenation that asks for it, which does not mean itself.
  final func cancel(
    _ key: EffectKey, at path: [PathKey], sparing part: EffectSequence? = nil
  ) {
    guard let node = tree.existingNode(at: path) else { return }
    let effects = tree.effects(with: key, below: node)
    guard let part else { return cancel(effects) }
    cancel(effects.filter { !part.isPart(of: $0) })
  }

  /// Oldest first, so that handlers of cancellation run in the same order every time: tables and
  /// indexes have none.
  final func cancel(_ effects: [InFlight]) {
    guard effects.count > 1 else {
      if let effect = effects.first { cancel(effect) }
      return
    }
    for effect in effects.sorted(by: { $0.number < $1.number }) { cancel(effect) }
  }

  final func cancel(_ effect: InFlight) {
    guard !effect.isCancelled, !effect.isFinished else { return }
    effect.isCancelled = true
    tree.remove(effect)
    switch effect {
    case let run as EffectRun:
      aftermath.cancel(run)
    case let sequence as EffectSequence:
      sequence.dropRemaining()
      cancel(sequence.members)
      if sequence.running == 0 { complete(sequence) }
    case let nested as NestedTask:
      if let cancel = nested.cancel { aftermath.cancel(cancel) }
    default:
      break
    }
  }

  final func cancelAll() {
    locked { cancel(inFlight.all.reversed()) }
  }

  /// Puts a part of a run's task under an id, unless the run is over or cancelled itself.
  final func nest(_ key: EffectKey, in run: EffectRun, cancelInFlight: Bool) -> NestedTask {
    let nested = NestedTask(isOwn: run.isOwn, group: run.group)
    locked {
      if cancelInFlight { cancel(key, at: run.path) }
      if run.isCancelled || run.isFinished || !isAlive {
        nested.isCancelled = true
        nested.isFinished = true
      } else {
        insert(nested, at: run.path, slots: [EffectSlot(key: key, depth: 0)])
      }
    }
    return nested
  }

  /// Registers `cancel` for the part, and calls it immediately if the part has been cancelled
  /// meanwhile.
  final func begin(_ nested: NestedTask, cancel: @escaping @Sendable () -> Void) {
    locked {
      if nested.isFinished && !nested.isCancelled { return }
      nested.cancel = cancel
      if nested.isCancelled { aftermath.cancel(cancel) }
    }
  }

  final func end(_ nested: NestedTask) {
    locked {
      nested.cancel = nil
      complete(nested)
    }
  }
}
