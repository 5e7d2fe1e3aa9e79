import Composable
import Synchronization

/// Runs the tasks that prefer it one job at a time, and only on request.
///
/// This is what makes test stores deterministic: between two pumps nothing happens, and jobs run
/// in the order in which they became ready.
package final class HandPumpedExecutor: TaskExecutor {
  @TaskLocal static var current: HandPumpedExecutor?

  private struct Contents {
    var jobs: [UnownedJob] = []
    var next = 0
    var isPumping = false
    var isFree = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    var sleeps: [UInt64: [TestClock.Instant]] = [:]
    var cancelEffects: (@Sendable () -> Void)?
    var stepLimit = 100_000
  }
  private let contents = Locked(Contents())
  private let inbox: IssueInbox

  init(inbox: IssueInbox) { self.inbox = inbox }

  package convenience init() { self.init(inbox: IssueInbox(framework: .current)) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>]? in
      if contents.isFree { return nil }
      contents.jobs.append(job)
      defer { contents.waiters = [] }
      return contents.waiters
    }
    guard let waiters else { return globalConcurrentExecutor.enqueue(job) }
    for waiter in waiters { waiter.resume() }
  }

  /// How many jobs one pump runs before it takes the effects for endless.
  var stepLimit: Int {
    get { contents.withLock(\.stepLimit) }
    set { contents.withLock { $0.stepLimit = newValue } }
  }

  /// The effect of `settle(at:)` on effects without end.
  func onEndlessEffects(_ cancel: @escaping @Sendable () -> Void) {
    contents.withLock { $0.cancelEffects = cancel }
  }

  /// Runs effects until they come to rest. If they do not, reports it and cancels them: a test
  /// fails rather than hangs.
  func settle(at site: CallSite) {
    if pump() { return }
    report(
      ComposableIssue(
        code: .effectsWithoutRest,
        message: "Effects did not come to rest within \(stepLimit) steps and were cancelled.",
        details: "A timer on an immediate clock, or a loop that sleeps for no time, never ends.",
        site: site))
    contents.withLock(\.cancelEffects)?()
    pump()
  }

  /// Runs jobs, and those they enqueue, until none is left; then reports what effects reported.
  ///
  /// - Returns: whether they came to rest.
  @discardableResult
  package func pump() -> Bool {
    let mayPump = contents.withLock { contents in
      defer { contents.isPumping = true }
      return !contents.isPumping
    }
    // An effect moved a clock: its jobs run after it.
    guard mayPump else { return true }
    let limit = stepLimit
    var count = 0
    while count < limit, let job = takeNext() {
      job.runSynchronously(on: asUnownedTaskExecutor())
      count += 1
    }
    contents.withLock { $0.isPumping = false }
    inbox.flush()
    return count < limit
  }

  private func takeNext() -> UnownedJob? {
    contents.withLock { contents in
      guard contents.next < contents.jobs.count else {
        contents.jobs.removeAll(keepingCapacity: true)
        contents.next = 0
        return nil
      }
      defer { contents.next += 1 }
      return contents.jobs[contents.next]
    }
  }

  /// Passes all jobs, waiting and future, to the concurrent executor: no one will pump any more,
  /// and a job that never runs would keep its task and the store's engine for ever.
  func runFreely() {
    let waiting = contents.withLock { contents in
      contents.isFree = true
      defer {
        contents.jobs = []
        contents.next = 0
      }
      return contents.jobs[contents.next...]
    }
    for job in waiting { globalConcurrentExecutor.enqueue(job) }
  }

  // MARK: Waiting for work elsewhere

  /// Runs effects until `isEnough`, or until nothing more has come from elsewhere in `timeout`.
  nonisolated(nonsending) func settle(
    at site: CallSite, timeout: Duration, until isEnough: () -> Bool
  ) async {
    settle(at: site)
    guard timeout > .zero else { return }
    let deadline = ContinuousClock.now + timeout
    while !isEnough() && ContinuousClock.now < deadline {
      await waitForJob(until: deadline)
      settle(at: site)
    }
  }

  /// Waits for a job from elsewhere: the main actor, another thread. At most until the deadline.
  nonisolated(nonsending) private func waitForJob(until deadline: ContinuousClock.Instant) async {
    let alarm = Task.detached { [self] in
      try? await Task.sleep(until: deadline, clock: .continuous)
      wake()
    }
    await withCheckedContinuation { continuation in
      let hasJob = contents.withLock { contents in
        if contents.next < contents.jobs.count || ContinuousClock.now >= deadline { return true }
        contents.waiters.append(continuation)
        return false
      }
      if hasJob { continuation.resume() }
    }
    alarm.cancel()
  }

  private func wake() {
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  // MARK: Effects asleep on test clocks

  /// Notes that an effect sleeps on a test clock, so that reports can mention it.
  func noteSleep(of effect: UInt64, until deadline: TestClock.Instant) {
    contents.withLock { $0.sleeps[effect, default: []].append(deadline) }
  }

  func noteWake(of effect: UInt64, from deadline: TestClock.Instant) {
    contents.withLock { contents in
      guard var deadlines = contents.sleeps[effect],
        let index = deadlines.firstIndex(of: deadline)
      else { return }
      deadlines.remove(at: index)
      contents.sleeps[effect] = deadlines.isEmpty ? nil : deadlines
    }
  }

  /// When the effect wakes next, if it sleeps on a test clock.
  func nextWake(of effect: UInt64) -> TestClock.Instant? {
    contents.withLock { $0.sleeps[effect]?.min() }
  }
}
