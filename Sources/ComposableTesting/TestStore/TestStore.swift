public import Composable

/// Runs a feature step by step and fails the test on everything that it did not assert.
///
/// ```swift
/// let store = TestStore(initialState: PingFeature.State()) { PingFeature() } withDependencies: {
///   $0.pingClient.respond = { _ in }
/// }
/// await store.send(.respondButtonTapped) { $0.isResponding = true }
/// await store.receive(\.respondResponse.success) { $0.isResponding = false }
/// ```
/// Deterministic: effects run on an executor of the store's own, which runs only inside
/// `receive`, `finish`, a task's `finish` and a ``TestClock``'s `advance`. Work that leaves it
/// (`MainActor.run`, `Task.detached`, real sleeps) is waited for only up to ``timeout``.
///
/// Make it inside the test. It belongs to the test's task, works in Swift Testing and in XCTest,
/// and any number of them may be used in parallel tests. Failures carry the call's file and line
/// and a code that the article <doc:Testing> explains.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The state after the last asserted action.
  public internal(set) var state: State

  /// How much the test must assert; everything by default.
  public var exhaustivity = Exhaustivity.on

  /// How long `receive` and `finish` wait for work outside the store's executor. Zero by default.
  public var timeout = Duration.zero

  /// How many steps effects may take while the clock stands still before the store takes them for
  /// endless, reports that and cancels them. A step is a stretch between two suspensions.
  public var stepLimit: Int {
    get { executor.stepLimit }
    set { executor.stepLimit = newValue }
  }

  let store: Store<State, Action>
  let executor: HandPumpedExecutor
  let inbox: IssueInbox
  let framework = TestFramework.current
  let log = ReductionLog<State, Action>()
  var shared: SharedSnapshot
  /// Effects that `finish` has already reported: a second report would add nothing.
  var reportedEffects: Set<UInt64> = []
  let site: CallSite

  private let backend: RootBackend<State, Action>

  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies in force.
  ///   - reducer: the feature under test.
  ///   - update: overrides for this store. Keys without one use their test values.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    failTestsOnIssues()
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let inbox = IssueInbox(framework: framework)
    self.inbox = inbox
    executor = HandPumpedExecutor(inbox: inbox)
    let dependencies = withoutActuallyEscaping(update) { update in
      DependencyValues.forStore {
        $0.context = .test
        update(&$0)
      }
    }
    store = inbox.collecting {
      Store(dependencies: dependencies, initialState: initialState, reducer: reducer)
    }
    guard let backend = store.backend as? RootBackend<State, Action> else {
      preconditionFailure("A test store makes a root store.")
    }
    self.backend = backend
    state = store.state
    let memory = dependencies.sharedMemory
    let stackElementIDs = dependencies.stackElementID
    shared = SharedSnapshot(of: memory, stackElementIDs)
    observe(memory, stackElementIDs)
    attachClocks(of: dependencies)
    LeakCheck.current?.add(store)
  }

  private func observe(_ memory: SharedMemory, _ stackElementIDs: StackElementIDGenerator) {
    backend.setExecutor(executor)
    executor.onEndlessEffects { [weak store] in store?.cancelAll() }
    let log = log
    let engine = backend.control
    // Called inside the engine's lock, so the number is that of this action's newest effect. The
    // engine owns the closure.
    backend.onReduce { [unowned engine] action, origin, state in
      log.record(
        ReductionLog<State, Action>.Entry(
          action: action, state: state, shared: SharedSnapshot(of: memory, stackElementIDs)),
        origin: origin, newestEffect: engine.newestNumber)
    }
  }

  deinit {
    executor.settle(at: site)
    checkNothingIsLeft(at: site, .release)
    // The remaining effects must not keep the engine: end those that end here, and let the rest end
    // elsewhere.
    store.cancelAll()
    executor.settle(at: site)
    executor.runFreely()
    inbox.close()
  }

  /// The store's dependencies. Changes apply from the next action on; effects in flight keep the
  /// values they were started with.
  public var dependencies: DependencyValues {
    get { backend.dependencies }
    set {
      backend.dependencies = newValue
      attachClocks(of: newValue)
    }
  }

  /// Whether the root feature has asked to be dismissed.
  public var isDismissed: Bool { store.isDismissed }

  /// How many effects are in flight: started and not ended, cancelled ones included.
  public var effectsInFlight: Int { store.effectsInFlight }

  var effectInspections: [EffectInspection] { backend.control.inspections }

  private func attachClocks(of dependencies: DependencyValues) {
    for value in dependencies.overrides {
      if let clock = value as? TestClock { clock.attach(executor) }
    }
  }
}

public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
