import DequeModule
import Synchronization

/// The engine of one store: its state, its lock, its queue and its effects in flight.
///
/// Whoever sends takes the lock, reduces everything that follows, releases the lock, and only then
/// starts tasks, cancels tasks and tells observers. Everything below is guarded by the lock
/// unless it says otherwise.
final class StoreCore<State: Sendable, Action: Sendable>: EffectCore<Action>, @unchecked Sendable {
  struct Queued {
    let action: Action
    /// Nil where the action belongs to the send that is being drained.
    let group: EffectGroup?
    let isOwn: Bool
    let dependencies: DependencyValues?
    let origin: ActionOrigin
  }

  let lock = StoreLock()
  /// The thread inside the lock, or zero. Written inside, read from anywhere.
  let owner = Atomic<UInt>(0)
  var isReducing = false

  /// Nil once the store is gone.
  var state: UnsafeMutablePointer<State>?
  var reducer: _PreparedReducer<State, Action>?
  let reduction: Reduction

  var queue = Deque<Queued>()
  var group: EffectGroup?
  var groupIsOwn = true

  var tree = CancellationTree()
  var table: [UInt64: InFlight] = [:]
  var runCount = 0
  var nextNumber: UInt64 = 0
  var aftermath = Aftermath<Action>()

  var revision: UInt64 = 0
  var observers: [UInt64: StoreObserver] = [:]
  var idleWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  var isClosing = false
  var hasBeenDismissed = false

  /// Where effects' tasks run; nil for the default executor.
  var executor: (any TaskExecutor)?
  /// Told of every reduction, inside the lock; for test stores.
  var onReduce: ((Action, ActionOrigin, State) -> Void)?

  init(
    state: State, reducer: _PreparedReducer<State, Action>, dependencies: DependencyValues
  ) {
    self.state = .allocate(capacity: 1)
    self.state?.initialize(to: state)
    self.reducer = reducer
    reduction = Reduction(dependencies: dependencies)
  }

  deinit {
    state?.deinitialize(count: 1)
    state?.deallocate()
  }

  var isOwnedByThisThread: Bool { owner.load(ordering: .relaxed) == currentThread() }

  // MARK: Sending

  func send(_ action: Action) -> StoreTask {
    let thread = currentThread()
    if owner.load(ordering: .relaxed) == thread { return enqueueReentrant(action) }
    #if DEBUG
      if let other = Reduction.current, other !== reduction {
        reportIssue(
          .sendAcrossStores,
          "A reducer sent to another store: two stores doing so to each other would deadlock.",
          at: CallSite())
      }
    #endif
    lock.lock()
    owner.store(thread, ordering: .relaxed)
    groupIsOwn = true
    reduce(action, dependencies: nil, origin: .sent)
    if !queue.isEmpty || aftermath.hasWork { drain() }
    let group = self.group
    self.group = nil
    unlockAndSettle(didReduce: true)
    return StoreTask(group: group, core: group == nil ? nil : self)
  }

  /// The store is in the middle of a reduction on this very thread: the action has to wait.
  private func enqueueReentrant(_ action: Action) -> StoreTask {
    guard state != nil, !isClosing else { return StoreTask(group: nil, core: nil) }
    if isReducing {
      aftermath.issues.append(
        ComposableIssue(
          code: .sendDuringReduction,
          message: "An action was sent to the store by its own reducer: return an effect instead.",
          site: CallSite()))
    }
    let group = EffectGroup()
    group.count = 1
    queue.append(
      Queued(action: action, group: group, isOwn: true, dependencies: nil, origin: .sent))
    return StoreTask(group: group, core: self)
  }

  override func deliver(_ action: Action, from run: EffectRun<Action>) {
    let thread = currentThread()
    let isReentrant = owner.load(ordering: .relaxed) == thread
    if !isReentrant {
      lock.lock()
      owner.store(thread, ordering: .relaxed)
    }
    let isDropped = run.isCancelled || state == nil
    if !isDropped && run.isFinished {
      aftermath.issues.append(
        ComposableIssue(
          code: .sendAfterEffect,
          message: "An action was sent by an effect that had already finished: \(action)",
          site: CallSite()))
    }
    if isReentrant {
      guard !isDropped else { return }
      run.group.count += 1
      queue.append(
        Queued(
          action: action, group: run.group, isOwn: false, dependencies: run.run.dependencies,
          origin: .effect))
      return
    }
    if !isDropped {
      group = run.group
      groupIsOwn = false
      reduce(action, dependencies: run.run.dependencies, origin: .effect)
      if !queue.isEmpty || aftermath.hasWork { drain() }
      group = nil
    }
    unlockAndSettle(didReduce: !isDropped)
  }

  // What effects ask for; the work itself is in the extensions.

  override func finish(_ run: EffectRun<Action>) { finishRun(run) }
  override func cancel(_ key: EffectKey, at path: [PathKey]) {
    locked { cancel(key, atPath: path) }
  }
  override func markDismissed() { locked { hasBeenDismissed = true } }
  override func register(
    _ key: EffectKey, at run: EffectRun<Action>, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    registerNested(key, at: run, cancelInFlight: cancelInFlight, cancel: cancel)
  }

  // MARK: Draining

  /// Reduces what is queued, then settles what was cancelled before it started; until both are done.
  func drain() {
    repeat {
      while let next = queue.popFirst() {
        let outer = (group, groupIsOwn)
        if let own = next.group { (group, groupIsOwn) = (own, next.isOwn) }
        reduce(next.action, dependencies: next.dependencies, origin: next.origin)
        if let own = next.group {
          own.count -= 1
          settle(own)
          (group, groupIsOwn) = outer
        }
      }
      finishCancelledStarts()
    } while !queue.isEmpty
  }

  private func reduce(_ action: Action, dependencies: DependencyValues?, origin: ActionOrigin) {
    guard let state, let reducer else { return }
    if let dependencies { reduction.dependencies = dependencies }
    isReducing = true
    reduction.enter()
    let effect = reducer.reduce(into: &state.pointee, action: action)
    reduction.leave()
    isReducing = false
    if dependencies != nil { reduction.dependencies = reduction.base }
    if !effect.isNone {
      start(effect.content, in: nil, dependencies: dependencies)
    }
    if tree.root.hasChildNodes { sweep(state.pointee) }
    onReduce?(action, origin, state.pointee)
  }

  /// Cancels the effects of children that the state no longer has.
  private func sweep(_ state: State) {
    guard let reducer, reducer.hasChildren else { return }
    var sweep = Sweep()
    reducer.sweep(state, below: tree.root, &sweep)
    for node in sweep.gone { cancel(tree.effects(below: node)) }
  }

  /// Leaves the lock, then does what must not be done inside.
  func unlockAndSettle(didReduce: Bool) {
    if didReduce { revision &+= 1 }
    if isClosing { dropState() }
    let hasAftermath = aftermath.hasWork
    let work = hasAftermath ? aftermath : nil
    if hasAftermath { aftermath = Aftermath() }
    let told = didReduce && !observers.isEmpty ? Array(observers.values) : []
    owner.store(0, ordering: .relaxed)
    lock.unlock()
    if let work { perform(work) }
    for observer in told { observer.tell() }
  }

  /// Runs `body` inside the lock, then whatever it caused.
  func locked<Result>(_ body: () -> Result) -> Result {
    let thread = currentThread()
    if owner.load(ordering: .relaxed) == thread { return body() }
    lock.lock()
    owner.store(thread, ordering: .relaxed)
    let result = body()
    let hadQueue = !queue.isEmpty
    if hadQueue || aftermath.hasWork { drain() }
    unlockAndSettle(didReduce: hadQueue)
    return result
  }

  private func dropState() {
    guard let old = state else { return }
    state = nil
    reducer = nil
    onReduce = nil
    aftermath.cancels.append(contentsOf: observers.values.map(\.end))
    observers = [:]
    aftermath.drop = {
      old.deinitialize(count: 1)
      old.deallocate()
    }
  }
}

/// Somebody who is told about bursts, and about the store's end.
struct StoreObserver: Sendable {
  let tell: @Sendable () -> Void
  let end: @Sendable () -> Void
}

/// Who sent an action.
package enum ActionOrigin: Sendable {
  case sent
  case effect
}

/// What a drain leaves to be done outside the lock.
struct Aftermath<Action: Sendable> {
  var starts: [EffectRun<Action>] = []
  var cancels: [@Sendable () -> Void] = []
  var resumes: [CheckedContinuation<Void, Never>] = []
  var issues: [ComposableIssue] = []
  var drop: (() -> Void)?

  var hasWork: Bool {
    !starts.isEmpty || !cancels.isEmpty || !resumes.isEmpty || !issues.isEmpty || drop != nil
  }
}
