extension StoreCore {
  // MARK: Starting

  /// Registers what an effect describes, in order; tasks are created after the lock is released.
  func start(
    _ content: Effect<Action>.Content, in sequence: EffectSequence<Action>?,
    dependencies: DependencyValues?
  ) {
    switch content {
    case .none:
      break
    case .send(let action):
      // Nil stands for the send being drained, whose group may not have been needed yet.
      let group = self.group
      group?.count += 1
      queue.append(
        Queued(
          action: action, group: group, isOwn: groupIsOwn, dependencies: dependencies,
          origin: .effect))
    case .cancel(let cancellation):
      cancel(cancellation.key, atPath: cancellation.path)
    case .merge(let parts):
      for part in parts { start(part, in: sequence, dependencies: dependencies) }
    case .run, .concatenate:
      if sequence?.isCancelled == true { return }
      register(content, in: sequence, dependencies: dependencies)
    }
  }

  private func register(
    _ content: Effect<Action>.Content, in sequence: EffectSequence<Action>?,
    dependencies: DependencyValues?
  ) {
    switch content {
    case .run(var run):
      if run.dependencies == nil { run.dependencies = dependencies }
      let effect = EffectRun(
        run: run, dependencies: run.dependencies ?? reduction.base, core: self,
        number: takeNumber(), isOwn: groupIsOwn, group: currentGroup(), sequence: sequence)
      insert(effect, at: run.path, slots: run.slots, into: sequence)
      runCount += 1
      aftermath.starts.append(effect)
    case .concatenate(let description):
      let effect = EffectSequence(
        parts: description.parts, number: takeNumber(), isOwn: groupIsOwn, group: currentGroup(),
        sequence: sequence)
      insert(effect, at: description.path, slots: description.slots, into: sequence)
      advance(effect, dependencies: dependencies)
    default:
      break
    }
  }

  private func takeNumber() -> UInt64 {
    nextNumber &+= 1
    return nextNumber
  }

  private func currentGroup() -> EffectGroup {
    if let group { return group }
    let made = EffectGroup()
    group = made
    return made
  }

  private func insert(
    _ effect: InFlight, at path: [PathKey], slots: [EffectSlot],
    into sequence: EffectSequence<Action>?
  ) {
    table[effect.number] = effect
    effect.group.link(effect)
    tree.insert(effect, at: tree.node(at: path))
    for slot in slots { tree.addSlot(slot.key, to: effect, stepsUp: slot.depth) }
    if let sequence {
      sequence.running += 1
      sequence.members.append(effect)
    }
  }

  /// Starts parts until one has something running, or none is left.
  private func advance(_ sequence: EffectSequence<Action>, dependencies: DependencyValues?) {
    sequence.members = []
    while sequence.running == 0, let part = sequence.remaining.popLast() {
      // Counted while it starts, so that a part that ends at once does not advance from within.
      sequence.running += 1
      start(part, in: sequence, dependencies: dependencies)
      sequence.running -= 1
    }
    if sequence.running == 0 { complete(sequence) }
  }

  // MARK: Finishing

  func finishRun(_ run: EffectRun<Action>) {
    locked {
      guard !run.isFinished else { return }
      runCount -= 1
      run.task = nil
      complete(run)
      if runCount == 0 { settleIdle() }
    }
  }

  /// Takes an effect out of every table and lets what waited for it go on.
  func complete(_ effect: InFlight) {
    guard !effect.isFinished else { return }
    effect.isFinished = true
    tree.remove(effect)
    table[effect.number] = nil
    if let sequence = effect.sequence as? EffectSequence<Action> {
      sequence.running -= 1
      if sequence.running == 0 && !sequence.isFinished {
        let outer = (group, groupIsOwn)
        (group, groupIsOwn) = (sequence.group, sequence.isOwn)
        advance(sequence, dependencies: (effect as? EffectRun<Action>)?.run.dependencies)
        (group, groupIsOwn) = outer
      }
    }
    effect.group.unlink(effect)
    settle(effect.group)
  }

  func settle(_ group: EffectGroup) {
    guard group.count == 0, !group.waiters.isEmpty else { return }
    aftermath.resumes.append(contentsOf: group.waiters.values)
    group.waiters = [:]
  }

  func settleIdle() {
    guard !idleWaiters.isEmpty else { return }
    aftermath.resumes.append(contentsOf: idleWaiters.values)
    idleWaiters = [:]
  }

  func finishCancelledStarts() {
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

  func cancel(_ key: EffectKey, atPath path: [PathKey]) {
    guard let node = tree.existingNode(at: path) else { return }
    cancel(tree.effects(with: key, below: node))
  }

  func cancel(_ effects: [InFlight]) {
    for effect in effects { cancel(effect) }
  }

  func cancel(_ effect: InFlight) {
    guard !effect.isCancelled, !effect.isFinished else { return }
    effect.isCancelled = true
    tree.remove(effect)
    switch effect {
    case let run as EffectRun<Action>:
      if let task = run.task { aftermath.cancels.append { task.cancel() } }
    case let sequence as EffectSequence<Action>:
      sequence.remaining = []
      cancel(sequence.members)
      if sequence.running == 0 { complete(sequence) }
    case let nested as NestedTask:
      aftermath.cancels.append(nested.cancel)
    default:
      break
    }
  }

  func cancelAll() {
    locked { cancel(Array(table.values)) }
  }

  func registerNested(
    _ key: EffectKey, at run: EffectRun<Action>, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    let nested: NestedTask? = locked {
      if cancelInFlight { self.cancel(key, atPath: run.run.path) }
      if run.isCancelled || run.isFinished || state == nil {
        aftermath.cancels.append(cancel)
        return nil
      }
      let nested = NestedTask(
        number: takeNumber(), isOwn: run.isOwn, group: run.group, cancel: cancel)
      insert(nested, at: run.run.path, slots: [EffectSlot(key: key, depth: 0)], into: nil)
      return nested
    }
    guard let nested else { return {} }
    return { [self] in locked { complete(nested) } }
  }

  // MARK: Outside the lock

  func perform(_ work: Aftermath<Action>) {
    for cancel in work.cancels { cancel() }
    if !work.starts.isEmpty { createTasks(work.starts) }
    for continuation in work.resumes { continuation.resume() }
    for issue in work.issues { IssueReporter.report(issue) }
    work.drop?()
  }

  private func createTasks(_ runs: [EffectRun<Action>]) {
    let executor = executor
    var tasks: [Task<Void, Never>] = []
    tasks.reserveCapacity(runs.count)
    for run in runs {
      tasks.append(
        Task(name: run.run.name, executorPreference: executor, priority: run.run.priority) {
          await run.perform()
        })
    }
    // A cancellation may have come while the tasks were created; it found no task to cancel.
    locked {
      for (run, task) in zip(runs, tasks) where !run.isFinished {
        run.task = task
        if run.isCancelled { aftermath.cancels.append { task.cancel() } }
      }
    }
  }
}

extension EffectRun {
  fileprivate func perform() async {
    let send = Send<Action> { [self] in core.deliver($0, from: self) }
    let ambient = Ambient(dependencies: dependencies, effect: self)
    await Ambient.$current.withValue(ambient) {
      await run.operation(send)
    }
    core.finish(self)
  }
}
