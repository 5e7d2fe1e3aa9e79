import Composable
import ComposableTesting

/// A program on the real engine: one thread, effects on an executor that runs when told to.
///
/// Every wait of an effect is opened by hand, the lowest label first, so that a program has one
/// schedule whatever the order in which the engine cancels or resumes what the contract leaves open.
final class ProgramRun: @unchecked Sendable {
  typealias Root = TreeFeature<TreeFeature<LeafFeature>>

  private let executor = HandPumpedExecutor()
  private var store: StoreOf<Root>?
  private weak var engine: StoreEngine?
  private var observation: StoreObservation?
  private var tasks: [StoreTask] = []
  private var awaiting: [Task<Void, Never>] = []
  private var hanging: [Int: Hang] = [:]
  private var ready: Set<Int> = []
  private var moment = Trace.Moment()
  private var trace = Trace()

  private struct Hang {
    let isTurn: Bool
    let continuation: UnsafeContinuation<Void, Never>
  }

  /// What the engine makes of a program, and what it left behind.
  static func result(of program: Program) -> (trace: Trace, leftOver: String?) {
    let run = ProgramRun()
    IssueReporter.$scoped.withValue(IssueReporter.Scope { run.note($0) }) { run.perform(program) }
    return (run.trace, run.leftOver)
  }

  private func perform(_ program: Program) {
    let state = Root.State(FeatureState(id: 0, height: Root.height))
    let store = StoreOf<Root>(initialState: state) {
      PreparedOnce()
    } withDependencies: {
      $0.programRun = self
    }
    self.store = store
    engine = store.backend.control
    (store.backend as? RootBackend)?.setExecutor(executor)
    observation = store.observe { [unowned self] in note(.observerTold) }
    run(program, on: store)
  }

  private func run(_ program: Program, on store: consuming StoreOf<Root>) {
    for step in program.steps {
      perform(step.kind, on: store)
      if step.settles { settle() }
      record(state: store.state.shown)
    }
    if !program.releasesStore { store.cancelAll() }
    _ = consume store
    finish(releasing: program.releasesStore)
  }

  private func finish(releasing releasesStore: Bool) {
    if releasesStore { store = nil }
    repeat {
      ready.formUnion(hanging.keys)
      settle()
    } while !hanging.isEmpty
    record(state: store?.state.shown)
  }

  /// What still exists after the store and everything that refers to it are gone.
  private var leftOver: String? {
    if let engine, !engine.isAtRest { return "the engine's tables are not empty" }
    store = nil
    tasks = []
    awaiting = []
    observation = nil
    executor.pump()
    return engine == nil ? nil : "the engine is retained"
  }

  private func perform(_ kind: Step.Kind, on store: StoreOf<Root>) {
    switch kind {
    case .send(let address, let content):
      let task = store.send(Root.Action(address[...], content))
      tasks.append(task)
    case .open(let index):
      if let label = hanging.filter({ !$0.value.isTurn }).keys.sorted().at(index) {
        ready.insert(label)
      }
    case .cancel(let index, let cascade):
      guard let task = tasks.at(index) else { return }
      if cascade { task.cancelCascade() } else { task.cancel() }
    case .awaitFinish(let index):
      guard !tasks.isEmpty else { return }
      let number = index % tasks.count
      let task = tasks[number]
      awaiting.append(
        Task(executorPreference: executor) { [unowned self] in
          await task.finish()
          moment.awaited.append(number)
        })
    case .cancelAwaiting(let index): awaiting.at(index)?.cancel()
    case .cancelAll: store.cancelAll()
    }
  }

  // MARK: Time

  private func settle() {
    executor.pump()
    record()
    while let next = ready.filter({ hanging[$0] != nil }).min() {
      ready.remove(next)
      hanging.removeValue(forKey: next)?.continuation.resume()
      executor.pump()
      record()
    }
  }

  private func record(state: FeatureState? = nil) {
    moment.effectsInFlight = engine?.effectsInFlight ?? 0
    moment.finishedTasks = tasks.map(\.isFinished)
    moment.hanging = hanging.keys.sorted()
    moment.state = state
    trace.append(moment)
    moment = Trace.Moment()
  }

  func note(_ event: Trace.Event) { moment.events.append(event) }

  private func note(_ issue: ComposableIssue) {
    let misuse: Trace.Misuse =
      switch issue.code {
      case .missingChild, .missingElement, .caseMismatch: .absentChild
      case .dismissWithoutChild: .nothingToDismiss
      case .changedNamespace: .changedNamespace
      case .thrownError: .thrownError
      case .sendDuringReduction: .sendDuringReduction
      default: .other
      }
    moment.issues.append(misuse)
  }

  /// Hangs the current effect at a label until it is opened, or cancelled unless that is ignored.
  func hang(at label: Int, isTurn: Bool, ignoresCancellation: Bool) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        hanging[label] = Hang(isTurn: isTurn, continuation: continuation)
        if isTurn { ready.insert(label) }
      }
    } onCancel: {
      if !ignoresCancellation { ready.insert(label) }
    }
  }

  // MARK: Reductions

  func apply(_ edit: Edit, to state: inout some ProgramState) {
    guard case .resend(let address, let command) = edit else { return state.apply(edit) }
    guard let store else { return }
    let task = store.send(Root.Action(address[...], .command(command)))
    tasks.append(task)
  }
}
