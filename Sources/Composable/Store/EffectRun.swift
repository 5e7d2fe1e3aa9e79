import Synchronization

/// An effect in flight: its task or its source, its `Send` and its cancellation refer to it.
class EffectRun: InFlight, @unchecked Sendable, EffectContext, AmbientContext {
  let engine: StoreEngine
  let path: [PathKey]
  /// Those in force where the effect was returned.
  let dependencies: DependencyValues
  /// The same if they are not the store's own; actions it sends are reduced under them.
  let overriding: DependencyValues?
  let site: DebugSite

  /// The next one to start, while it waits in a ``StartList``.
  unowned(unsafe) var nextStart: EffectRun?

  private struct Progress {
    static let isStarted: UInt8 = 1
    static let isCancelled: UInt8 = 2
  }
  /// The threads that start and cancel the work meet here, so that neither needs the store's lock.
  private let progress = Atomic<UInt8>(0)
  private var task: Task<Void, Never>?

  init(
    engine: StoreEngine, path: [PathKey], overriding: DependencyValues?, site: DebugSite,
    isOwn: Bool, group: EffectGroup, sequence: EffectSequence?
  ) {
    self.engine = engine
    self.path = path
    self.overriding = overriding
    self.site = site
    dependencies = overriding ?? engine.reduction.base
    super.init(isOwn: isOwn, group: group, sequence: sequence)
  }

  var effect: (any EffectContext)? { self }

  // MARK: Its task

  /// Does the work, then takes itself out of the store. Overridden.
  func perform() async {}
  var taskName: String? { nil }
  /// Overridden where the task has a name or a priority, and where the work needs none.
  func makeTask(on executor: (any TaskExecutor)?) -> Task<Void, Never>? {
    guard let executor else { return Task { await self.perform() } }
    return Task(executorPreference: executor) { await self.perform() }
  }

  /// Whether it was cancelled, maybe before it was started.
  final var isStopped: Bool {
    progress.load(ordering: .acquiring) & Progress.isCancelled != 0
  }

  /// Ends work that was started and then cancelled. Called once, outside the store's lock.
  func stop() { task?.cancel() }

  /// Starts the work, outside the store's lock.
  ///
  /// The task inherits the task-locals bound here, so that nothing need be bound inside it: a
  /// waiting effect would hold the memory of that frame, too.
  final func start(on executor: (any TaskExecutor)?) {
    task = Ambient.$current.withValue(self) { makeTask(on: executor) }
    let before = progress.bitwiseOr(Progress.isStarted, ordering: .acquiringAndReleasing).oldValue
    if before & Progress.isCancelled != 0 { stop() }
  }

  /// Stops the work, or ensures that it stops when it has started. Outside the store's lock.
  final func cancelWork() {
    let before = progress.bitwiseOr(Progress.isCancelled, ordering: .acquiringAndReleasing).oldValue
    if before & Progress.isStarted != 0 { stop() }
  }

  // MARK: Requests of its operation

  final func cancel(_ key: EffectKey) {
    engine.locked { engine.cancel(key, at: path) }
  }

  final func nested<Result: Sendable>(
    under key: EffectKey, cancelInFlight: Bool,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let nested = engine.nest(key, in: self, cancelInFlight: cancelInFlight)
    // A task of its own, because only that can be cancelled from outside immediately: a child task
    // would be cancelled later, and continue to send meanwhile. The part is over when its operation
    // is, not when the task that waits for it has noticed.
    let task = Task(executorPreference: engine.executor) { [engine] in
      defer { engine.end(nested) }
      return try await operation()
    }
    engine.begin(nested) { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func dismiss(at site: CallSite) {
    engine.locked { engine.hasBeenDismissed = true }
  }
}

/// A run that sends a store's actions.
final class ActionRun<State: Sendable, Action: Sendable>: EffectRun, @unchecked Sendable {
  private let work: EffectWork<Action>
  private let name: String?
  private let priority: TaskPriority?
  private let dismissal: (@Sendable () -> Action)?
  /// Ends the sending of a source. Written before the work counts as started, read after.
  private var end: Updates<Action>.End?

  init(
    _ run: Effect<Action>.Run, core: StoreCore<State, Action>, inherited: DependencyValues?,
    isOwn: Bool, group: EffectGroup, sequence: EffectSequence?
  ) {
    work = run.work
    name = run.name
    priority = run.priority
    dismissal = run.dismiss
    super.init(
      engine: core, path: run.path, overriding: run.dependencies ?? inherited, site: run.site,
      isOwn: isOwn, group: group, sequence: sequence)
  }

  private func deliver(_ action: Action) {
    unsafeDowncast(engine, to: StoreCore<State, Action>.self).deliver(action, from: self)
  }

  override func perform() async {
    switch work {
    case .operation(let operation):
      await operation.perform(Send { self.deliver($0) })
    case .lifted(let bind):
      await bind { self.deliver($0) }()
    case .updates:
      break
    }
    engine.finish(self)
  }

  override func makeTask(on executor: (any TaskExecutor)?) -> Task<Void, Never>? {
    if case .updates(let updates) = work {
      // `start` ends it.
      if isStopped { return nil }
      end = updates.begin { self.deliver($0) }
      if end == nil { engine.finish(self) }
      return nil
    }
    if name == nil && priority == nil { return super.makeTask(on: executor) }
    return Task(name: name, executorPreference: executor, priority: priority) {
      await self.perform()
    }
  }

  override func stop() {
    guard case .updates = work else { return super.stop() }
    end?()
    end = nil
    engine.finish(self)
  }

  override var taskName: String? { name }

  override func dismiss(at site: CallSite) {
    guard let dismissal else { return super.dismiss(at: site) }
    deliver(dismissal())
  }
}

/// A part of an effect's task that can be cancelled by an id of its own.
final class NestedTask: InFlight, @unchecked Sendable {
  /// Nil until its task exists.
  var cancel: (@Sendable () -> Void)?

  init(isOwn: Bool, group: EffectGroup) {
    super.init(isOwn: isOwn, group: group, sequence: nil)
  }
}

/// A concatenation in flight: its remaining parts, and the running effects of the current part.
class EffectSequence: InFlight, @unchecked Sendable {
  var running = 0
  /// The current part's members, to be cancelled with the whole.
  var members: [InFlight] = []

  /// Starts the next part; false if none is left.
  func startNextPart() -> Bool { fatalError("Sequences of a store's actions override this.") }
  func dropRemaining() {}

  /// Whether `whole` is this very concatenation or one that it is a part of.
  final func isPart(of whole: InFlight) -> Bool {
    var next: EffectSequence? = self
    while let sequence = next {
      if sequence === whole { return true }
      next = sequence.sequence
    }
    return false
  }
}
