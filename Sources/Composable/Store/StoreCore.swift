import DequeModule
import Synchronization

/// A store's state and how it is reduced; the rest of the engine is in ``StoreEngine``.
final class StoreCore<State: Sendable, Action: Sendable>: StoreEngine, @unchecked Sendable {
  private struct Queued {
    let action: Action
    /// Nil where the action belongs to the send that is being drained.
    let group: EffectGroup?
    let isOwn: Bool
    let dependencies: DependencyValues?
    let origin: ActionOrigin
  }

  /// On the heap and mutated where it lies. Nil once the store is gone.
  @exclusivity(unchecked) private(set) var state: UnsafeMutablePointer<State>?
  @exclusivity(unchecked) private var reducer: _PreparedReducer<State, Action>?
  @exclusivity(unchecked) private var queue = Deque<Queued>()
  /// A burst has made the queue larger than an idle store should keep.
  @exclusivity(unchecked) private var isQueueLarge = false

  /// Called for every reduction, inside the lock; for test stores.
  @exclusivity(unchecked) var onReduce: ((Action, ActionOrigin, State) -> Void)?

  init(
    state: State, reducer: _PreparedReducer<State, Action>, dependencies: DependencyValues
  ) {
    self.state = .allocate(capacity: 1)
    self.state?.initialize(to: state)
    let metered = dependencies.storeHooks.map { _PreparedMetered(base: reducer, hooks: $0) }
    self.reducer = metered ?? reducer
    super.init(dependencies: dependencies)
    if let metered {
      metered.engine = self
      meter = metered
    }
    prepareStage()
  }

  deinit {
    state?.deinitialize(count: 1)
    state?.deallocate()
  }

  // MARK: Sending

  func send(_ action: Action) -> StoreTask {
    let thread = currentThread()
    if owner.load(ordering: .relaxed) == thread { return enqueueReentrant(action) }
    #if DEBUG
      if let other = Reduction.current, other !== reduction {
        reportIssue(
          .sendAcrossStores,
          "A reducer sent to another store: two stores doing so to each other would deadlock.",
          at: SendSite.current ?? CallSite())
      }
    #endif
    enter(thread)
    groupIsOwn = true
    reduce(action, dependencies: nil, origin: .sent)
    drain()
    let group = self.group
    if group != nil { self.group = nil }
    leave(didReduce: true)
    return StoreTask(group: group, engine: group == nil ? nil : self)
  }

  /// The store is in the middle of a reduction on this very thread: the action has to wait.
  private func enqueueReentrant(_ action: Action) -> StoreTask {
    guard isAlive, !isClosing else { return StoreTask(group: nil, engine: nil) }
    if isReducing {
      aftermath.report(
        ComposableIssue(
          code: .sendDuringReduction,
          message: "An action was sent to the store by its own reducer: return an effect instead.",
          site: SendSite.current ?? CallSite()))
    }
    let group = EffectGroup()
    enqueue(action, group: group, isOwn: true, dependencies: nil, origin: .sent)
    return StoreTask(group: group, engine: self)
  }

  private func enqueue(
    _ action: Action, group: EffectGroup?, isOwn: Bool, dependencies: DependencyValues?,
    origin: ActionOrigin
  ) {
    group?.count += 1
    queued += 1
    if queued > 2 { isQueueLarge = true }
    queue.append(
      Queued(
        action: action, group: group, isOwn: isOwn, dependencies: dependencies, origin: origin))
  }

  /// An action from an effect, on the effect's own task.
  func deliver(_ action: Action, from run: EffectRun) {
    let thread = currentThread()
    let isReentrant = owner.load(ordering: .relaxed) == thread
    if !isReentrant { enter(thread) }
    let isDropped = run.isCancelled || !isAlive
    if run.isFinished && !run.isCancelled { reportLate(action, from: run) }
    let dependencies = run.overriding
    if isReentrant {
      if isDropped { return }
      enqueue(
        action, group: run.group, isOwn: false, dependencies: dependencies, origin: .effect)
      return
    }
    if !isDropped {
      group = run.group
      groupIsOwn = false
      reduce(action, dependencies: dependencies, origin: .effect)
      drain()
      group = nil
    }
    leave(didReduce: !isDropped)
  }

  private func reportLate(_ action: Action, from run: EffectRun) {
    let outcome = isAlive ? "" : " Its store is gone, so the action was dropped."
    aftermath.report(
      ComposableIssue(
        code: .sendAfterEffect,
        message: "An effect sent an action after its operation had returned: \(action).\(outcome)",
        site: run.site.site ?? CallSite()))
  }

  // MARK: Reducing

  override func reduceQueue() {
    while let next = queue.popFirst() {
      queued -= 1
      guard let own = next.group else {
        reduce(next.action, dependencies: next.dependencies, origin: next.origin)
        continue
      }
      let outer = (group, groupIsOwn)
      (group, groupIsOwn) = (own, next.isOwn)
      reduce(next.action, dependencies: next.dependencies, origin: next.origin)
      own.count -= 1
      settle(own)
      (group, groupIsOwn) = outer
    }
    if isQueueLarge {
      queue = Deque()
      isQueueLarge = false
    }
  }

  @inline(__always)
  private func reduce(_ action: Action, dependencies: DependencyValues?, origin: ActionOrigin) {
    guard let state, let reducer else { return refuse(action, origin) }
    if let dependencies { reduction.dependencies = dependencies }
    isReducing = true
    reduction.enter()
    var effect = reducer.reduce(into: &state.pointee, action: action)
    if reduction.stage.watchesChanges {
      effect = effect.merge(with: noticeChanges(reducer, &state.pointee))
    }
    reduction.leave()
    isReducing = false
    if dependencies != nil { reduction.dependencies = reduction.base }
    // The store may have been released by its own reducer: nothing would cancel effects started
    // now.
    if !effect.isNone && !isClosing {
      start(effect.content, in: nil, dependencies: dependencies)
    }
    if tree.root.hasChildNodes { sweep(state.pointee) }
    if let onReduce { onReduce(action, origin, state.pointee) }
  }

  /// The store was shut down, or is gone.
  @inline(never)
  private func refuse(_ action: Action, _ origin: ActionOrigin) {
    guard isAlive, origin == .sent else { return }
    aftermath.report(
      ComposableIssue(
        code: .sendAfterShutdown,
        message: "An action was sent to a store that was shut down, and dropped: \(action)",
        site: SendSite.current ?? CallSite()))
  }

  /// Runs every `onAnyChange` whose value is another than after the last action.
  @inline(never)
  private func noticeChanges(
    _ reducer: _PreparedReducer<State, Action>, _ state: inout State
  ) -> Effect<Action> {
    var round = reduction.stage.nextRound()
    return reducer.noticeChanges(in: &state, &round)
  }

  /// Lets every `onAnyChange` see the initial state.
  private func prepareStage() {
    guard let state, let reducer else { return }
    reduction.stage.caller = ReducerStage.Caller(
      id: ObjectIdentifier(self), stateType: ObjectIdentifier(State.self),
      stateSize: MemoryLayout<State>.size, state: UnsafeRawPointer(state))
    guard reducer.watchesChanges else { return }
    reduction.stage.watchesChanges = true
    reduction.enter()
    _ = noticeChanges(reducer, &state.pointee)
    reduction.leave()
  }

  /// Cancels the effects of children that the state no longer has.
  private func sweep(_ state: State) {
    guard let reducer else { return }
    let called = reduction.stage.wrapped(by: ObjectIdentifier(self))
    guard reducer.hasChildren || !called.isEmpty else { return }
    var sweep = Sweep(stage: reduction.stage)
    reducer.sweep(state, below: tree.root, &sweep)
    for call in called {
      withUnsafePointer(to: state) {
        call.sweep(UnsafeRawPointer($0), below: tree.root, &sweep)
      }
    }
    guard !sweep.gone.isEmpty else { return }
    cancel(sweep.gone.flatMap { tree.effects(below: $0) })
  }

  // MARK: Starting effects

  /// Registers the effects of a description, in order; tasks are created after the lock is
  /// released.
  func start(
    _ content: Effect<Action>.Content, in sequence: EffectSequence?,
    dependencies: DependencyValues?
  ) {
    // Nothing of a concatenation happens any more once it is cancelled, be it by its own part.
    if sequence?.isCancelled == true { return }
    switch content {
    case .none:
      break
    case .send(let action):
      // Without a group it belongs to the send being drained, which may not have needed one yet.
      enqueue(
        action, group: group, isOwn: groupIsOwn, dependencies: dependencies, origin: .effect)
    case .cancel(let cancellation):
      cancel(
        cancellation.key, at: cancellation.path,
        sparing: cancellation.isForRestart ? sequence : nil)
    case .merge(let parts):
      for part in parts { start(part, in: sequence, dependencies: dependencies) }
    case .run(let run):
      if wasCancelled { return }
      let effect = ActionRun(
        run, core: self, inherited: dependencies, isOwn: groupIsOwn, group: currentGroup(),
        sequence: sequence)
      insert(effect, at: run.path, slots: run.slots)
      runCount += 1
      aftermath.starts.append(effect)
    case .concatenate(let description):
      if wasCancelled { return }
      let effect = ActionSequence(
        parts: description.parts, core: self, dependencies: dependencies, isOwn: groupIsOwn,
        group: currentGroup(), sequence: sequence)
      insert(effect, at: description.path, slots: description.slots)
      advance(effect)
    }
  }

  /// Whether the action was cancelled while its send waited in the queue.
  private var wasCancelled: Bool { groupIsOwn && group?.isCancelled == true }

  // MARK: Ending

  override func dropQueue() {
    if queued == 0 { return }
    // No key path: in a generic class each use of one builds it again, for microseconds.
    for waiting in queue {
      guard let group = waiting.group else { continue }
      group.count -= 1
      settle(group)
    }
    queue.removeAll()
    queued = 0
  }

  override func takeReducer() -> (() -> Void)? {
    guard let old = reducer else { return nil }
    reducer = nil
    return { withExtendedLifetime(old) {} }
  }

  override func takeState() -> (() -> Void)? {
    guard let old = state else { return nil }
    state = nil
    reducer = nil
    onReduce = nil
    return {
      old.deinitialize(count: 1)
      old.deallocate()
    }
  }
}

/// A concatenation of effects that send the store's actions.
private final class ActionSequence<State: Sendable, Action: Sendable>: EffectSequence,
  @unchecked Sendable
{
  /// Parts not started yet, last first.
  private var remaining: [Effect<Action>.Content]
  private let core: StoreCore<State, Action>
  private let dependencies: DependencyValues?

  init(
    parts: [Effect<Action>.Content], core: StoreCore<State, Action>,
    dependencies: DependencyValues?, isOwn: Bool, group: EffectGroup, sequence: EffectSequence?
  ) {
    remaining = parts.reversed()
    self.core = core
    self.dependencies = dependencies
    super.init(isOwn: isOwn, group: group, sequence: sequence)
  }

  override func startNextPart() -> Bool {
    guard let part = remaining.popLast() else { return false }
    core.start(part, in: self, dependencies: dependencies)
    return true
  }

  override func dropRemaining() { remaining = [] }
}
