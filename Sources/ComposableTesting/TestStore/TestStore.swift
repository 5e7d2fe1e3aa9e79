public import Composable
import CustomDump
import IssueReporting

/// Runs a feature step by step and fails the test on everything that it was not told about.
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
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The state after the last asserted action.
  public internal(set) var state: State

  public var exhaustivity = Exhaustivity.on

  /// How long `receive` and `finish` wait for work outside the store's executor. Zero by default.
  public var timeout = Duration.zero

  let store: Store<State, Action>
  let executor = HandPumpedExecutor()
  let log = ReductionLog<State, Action>()
  var shared: SharedSnapshot
  let site: CallSite

  private var backend: RootBackend<State, Action> {
    guard let backend = store.backend as? RootBackend else {
      preconditionFailure("A test store makes a root store.")
    }
    return backend
  }

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
    let dependencies = withoutActuallyEscaping(update) { update in
      DependencyValues.forStore {
        $0.context = .test
        update(&$0)
      }
    }
    store = Store(dependencies: dependencies, initialState: initialState, reducer: reducer)
    state = store.state
    let memory = dependencies.sharedMemory
    let stackElementIDs = dependencies.stackElementID
    shared = SharedSnapshot(of: memory, stackElementIDs)
    let log = log
    backend.setExecutor(executor)
    backend.onReduce { action, origin, state in
      let entry = ReductionLog<State, Action>.Entry(
        action: action, state: state, shared: SharedSnapshot(of: memory, stackElementIDs))
      log.record(entry, origin: origin)
    }
    attachClocks(of: dependencies)
  }

  deinit {
    executor.pump()
    checkNothingIsLeft(at: site, "when the test store was released")
    // Nobody pumps after this: what is still going ends here, or never.
    store.cancelAll()
    executor.pump()
  }

  /// The store's dependencies. Changes apply from the next action on.
  public var dependencies: DependencyValues {
    get { backend.dependencies }
    set {
      backend.dependencies = newValue
      attachClocks(of: newValue)
    }
  }

  /// Whether the root feature has asked to be dismissed.
  public var isDismissed: Bool { store.isDismissed }

  /// How many effects are in flight.
  public var effectsInFlight: Int { store.effectsInFlight }

  private func attachClocks(of dependencies: DependencyValues) {
    let executor = executor
    for value in dependencies.overrides {
      guard let clock = value as? any PumpsExecutors else { continue }
      clock.attach({ [weak executor] in executor?.pump() }, id: ObjectIdentifier(executor))
    }
  }
}

public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
