extension StoreEngine {
  // MARK: Starting

  final func currentGroup() -> EffectGroup {
    if let group { return group }
    let made = EffectGroup()
    group = made
    return made
  }

  final func insert(_ effect: InFlight, at path: [PathKey], slots: [EffectSlot]) {
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
      // Counted while it starts, so that a part that ends at once does not advance from within.
      sequence.running += 1
      let isStarted = sequence.startNextPart()
      sequence.running -= 1
      if !isStarted { break }
    }
    if sequence.running == 0 { complete(sequence) }
  }

  // MARK: Finishing

  final func finish(_ run: EffectRun) {
    locked {
      guard !run.isFinished else { return }
      runCount -= 1
      complete(run)
      if runCount == 0 { settleIdle() }
    }
  }

  /// Takes an effect out of every table and lets what waited for it go on.
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

  final func settleIdle() {
    guard !idleWaiters.isEmpty else { return }
    var waiters = Waiters()
    for waiter in idleWaiters.values { waiters.add(waiter) }
    aftermath.resume(waiters)
    idleWaiters = [:]
  }

  final func finishCancelledStarts() {
    guard aftermath.starts.containsCancelled else { return }
    for run in aftermath.starts.takeCancelled() {
      runCount -= 1
      complete(run)
    }
    if runCount == 0 { settleIdle() }
  }

  // MARK: Cancelling

  final func cancel(_ key: EffectKey, at path: [PathKey]) {
    guard let node = tree.existingNode(at: path) else { return }
    cancel(tree.effects(with: key, below: node))
  }

  final func cancel(_ effects: [InFlight]) {
    for effect in effects { cancel(effect) }
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
      aftermath.cancel(nested.cancel)
    default:
      break
    }
  }

  final func cancelAll() {
    locked { cancel(inFlight.all.reversed()) }
  }

  final func register(
    _ key: EffectKey, at run: EffectRun, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    let nested: NestedTask? = locked {
      if cancelInFlight { self.cancel(key, at: run.path) }
      if run.isCancelled || run.isFinished || !isAlive {
        aftermath.cancel(cancel)
        return nil
      }
      let nested = NestedTask(isOwn: run.isOwn, group: run.group, cancel: cancel)
      insert(nested, at: run.path, slots: [EffectSlot(key: key, depth: 0)])
      return nested
    }
    guard let nested else { return {} }
    return { [self] in locked { complete(nested) } }
  }
}
