import Synchronization

/// The part of a store's engine that does not depend on its state and actions: the lock, the
/// effects in flight, the observers. Generic code is several times slower, so little of it is.
///
/// The sender takes the lock, reduces everything that follows, releases the lock, and only then
/// starts tasks, cancels tasks and notifies observers. Everything below is guarded by the lock
/// unless noted otherwise. Properties touched on every action opt out of exclusivity checks: the
/// lock and the owner check already exclude overlapping access.
package class StoreEngine: @unchecked Sendable {
  let lock = StoreLock()
  /// The thread inside the lock, or zero. Written inside, read from anywhere.
  let owner = Atomic<UInt>(0)
  @exclusivity(unchecked) final var isReducing = false
  /// False once the store is gone.
  @exclusivity(unchecked) final var isAlive = true
  @exclusivity(unchecked) final var isClosing = false
  final let reduction: Reduction
  final let link = EngineLink()

  /// How many actions wait to be reduced.
  @exclusivity(unchecked) final var queued = 0
  /// The action being drained; made when it first starts an effect.
  @exclusivity(unchecked) final var group: EffectGroup?
  @exclusivity(unchecked) final var groupIsOwn = true

  @exclusivity(unchecked) final var tree = CancellationTree()
  @exclusivity(unchecked) final var inFlight = InFlightList()
  @exclusivity(unchecked) final var runCount = 0
  @exclusivity(unchecked) final var nextNumber: UInt64 = 0
  @exclusivity(unchecked) final var aftermath = Aftermath()

  @exclusivity(unchecked) final var revision: UInt64 = 0
  @exclusivity(unchecked) final var observers: [UInt64: StoreObserver] = [:]
  final var idleWaiters: [UInt64: UnsafeContinuation<Void, Never>] = [:]
  final var hasBeenDismissed = false
  /// Made when an effect is first throttled.
  final var throttles: ThrottleTable?
  /// Measures the reductions, if the store has hooks.
  final var meter: (any StoreMeter)?

  /// Where effects' tasks run; nil for the default executor.
  final var executor: (any TaskExecutor)?

  #if DEBUG
    private let ledger = EngineLedger.current
    deinit { ledger?.remove(ObjectIdentifier(self)) }
  #endif

  init(dependencies: DependencyValues) {
    reduction = Reduction(dependencies: dependencies)
    #if DEBUG
      ledger?.add(self)
    #endif
  }

  /// Reduces the queued actions. Overridden.
  func reduceQueue() {}
  /// Reduces nothing from now on; returns a closure that releases, outside the lock, what must be
  /// released there. Overridden.
  func takeReducer() -> (() -> Void)? { nil }
  /// Forgets the state and gives back what releases it outside the lock. Overridden.
  func takeState() -> (() -> Void)? { nil }
  func dropQueue() {}

  @inline(__always)
  final var isOwnedByThisThread: Bool { owner.load(ordering: .relaxed) == currentThread() }

  final func takeNumber() -> UInt64 {
    nextNumber &+= 1
    return nextNumber
  }

  // MARK: Locking

  @inline(__always)
  final func enter(_ thread: UInt) {
    lock.lock()
    owner.store(thread, ordering: .relaxed)
  }

  /// Leaves the lock, then does the work that must not be done inside.
  @inline(__always)
  final func leave(didReduce: Bool) {
    if didReduce { revision &+= 1 }
    if isClosing || !aftermath.isEmpty || (didReduce && !observers.isEmpty) {
      leaveWithWork(didReduce: didReduce)
    } else {
      owner.store(0, ordering: .relaxed)
      lock.unlock()
    }
  }

  @inline(never)
  private final func leaveWithWork(didReduce: Bool) {
    if isClosing { end() }
    let work = aftermath
    if !aftermath.isEmpty { aftermath = Aftermath() }
    let told = didReduce ? observersInOrder : []
    let report = meter?.take(effectsInFlight: runCount)
    owner.store(0, ordering: .relaxed)
    lock.unlock()
    work.perform(on: executor)
    for observer in told { observer.tell() }
    report?()
  }

  /// Runs `body` inside the lock, then whatever it caused.
  final func locked<Result>(_ body: () -> Result) -> Result {
    let thread = currentThread()
    if owner.load(ordering: .relaxed) == thread { return body() }
    enter(thread)
    let result = body()
    leave(didReduce: drain())
    return result
  }

  /// Reduces queued actions, then settles effects that were cancelled before they started; until
  /// both are done.
  ///
  /// - Returns: whether anything was reduced.
  @discardableResult
  final func drain() -> Bool {
    var didReduce = false
    while queued > 0 || !aftermath.starts.isEmpty {
      if queued > 0 {
        reduceQueue()
        didReduce = true
      }
      // The continuation of a start that never happened may itself be cancelled before it starts.
      if !finishCancelledStarts() && queued == 0 { break }
    }
    if runCount == 0 && !idleWaiters.isEmpty { settleIdle() }
    return didReduce
  }

  /// In the order in which they came, the same every time.
  private final var observersInOrder: [StoreObserver] {
    guard observers.count > 1 else { return Array(observers.values) }
    return observers.sorted { $0.key < $1.key }.map { $0.value }
  }

  private final func end() {
    guard isAlive else { return }
    isAlive = false
    link.disconnect()
    for observer in observers.values { aftermath.cancel(observer.end) }
    observers = [:]
    if let drop = takeState() { aftermath.drop(drop) }
  }
}

/// An observer of bursts, and of the store's end.
struct StoreObserver: Sendable {
  let tell: @Sendable () -> Void
  let end: @Sendable () -> Void
}

/// The sender of an action.
package enum ActionOrigin: Sendable {
  case sent
  case effect
}
