extension StoreEngine {
  // MARK: Starting

  final func currentGroup() -> EffectGroup {
    if let group { return group }
    let made = EffectGroup()
    group = made
    return made
  }

  final func insert(_ effect: InFlight, at path: [PathKey], slots: [EffectSlot]) {
    table[effect.number] = effect
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
      run.task = nil
      complete(run)
      if runCount == 0 { settleIdle() }
    }
  }

  /// Takes an effect out of every table and lets what waited for it go on.
  final func complete(_ effect: InFlight) {
    guard !effect.isFinished else { return }
    effect.isFinished = true
    tree.remove(effect)
    table[effect.number] = nil
    if let sequence = effect.sequence {
      sequence.running -= 1
      if sequence.running == 0 && !sequence.isFinished {
        let outer = (group, groupIsOwn)
        (group, groupIsOwn) = (sequence.group, sequence.isOwn)
        advance(sequence)
        (group, groupIsOwn) = outer
      }
    }
    effect.group.unlink(effect)
    settle(effect.group)
  }

  final func settle(_ group: EffectGroup) {
    guard group.count == 0, !group.waiters.isEmpty else { return }
    aftermath.resumes.append(contentsOf: group.waiters.values)
    group.waiters = [:]
  }

  final func settleIdle() {
    guard !idleWaiters.isEmpty else { return }
    aftermath.resumes.append(contentsOf: idleWaiters.values)
    idleWaiters = [:]
  }

  final func finishCancelledStarts() {
    guard aftermath.starts.contains(where: \.isCancelled) else { return }
    let cancelled = aftermath.starts.filter(\.isCancelled)
    aftermath.starts.removeAll(where: \.isCancelled)
    for run in cancelled {
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
      if let task = run.task { aftermath.cancels.append { task.cancel() } }
    case let sequence as EffectSequence:
      sequence.dropRemaining()
      cancel(sequence.members)
      if sequence.running == 0 { complete(sequence) }
    case let nested as NestedTask:
      aftermath.cancels.append(nested.cancel)
    default:
      break
    }
  }

  final func cancelAll() {
    locked { cancel(Array(table.values)) }
  }

  final func register(
    _ key: EffectKey, at run: EffectRun, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    let nested: NestedTask? = locked {
      if cancelInFlight { self.cancel(key, at: run.description.path) }
      if run.isCancelled || run.isFinished || !isAlive {
        aftermath.cancels.append(cancel)
        return nil
      }
      let nested = NestedTask(
        number: takeNumber(), isOwn: run.isOwn, group: run.group, cancel: cancel)
      insert(nested, at: run.description.path, slots: [EffectSlot(key: key, depth: 0)])
      return nested
    }
    guard let nested else { return {} }
    return { [self] in locked { complete(nested) } }
  }

  // MARK: Outside the lock

  final func perform(_ work: Aftermath) {
    for cancel in work.cancels { cancel() }
    if !work.starts.isEmpty { createTasks(work.starts) }
    for continuation in work.resumes { continuation.resume() }
    for issue in work.issues { IssueReporter.report(issue) }
    for drop in work.drops { drop() }
  }

  private final func createTasks(_ runs: [EffectRun]) {
    if runs.count == 1 {
      let task = createTask(runs[0])
      locked { adopt(task, for: runs[0]) }
      return
    }
    let tasks = runs.map(createTask)
    locked {
      for (run, task) in zip(runs, tasks) { adopt(task, for: run) }
    }
  }

  private final func createTask(_ run: EffectRun) -> Task<Void, Never> {
    let description = run.description
    guard executor == nil, description.name == nil else {
      return Task(
        name: description.name, executorPreference: executor, priority: description.priority
      ) { await run.perform() }
    }
    // The same, at two thirds of the price.
    return Task(priority: description.priority) { await run.perform() }
  }

  private final func adopt(_ task: Task<Void, Never>, for run: EffectRun) {
    guard !run.isFinished else { return }
    run.task = task
    // A cancellation may have come while the task was created; it found no task to cancel.
    if run.isCancelled { aftermath.cancels.append { task.cancel() } }
  }
}
