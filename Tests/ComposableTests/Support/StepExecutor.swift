import Composable
import Synchronization

/// Runs effects only when told to, in the order in which their tasks were created.
final class StepExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let onEnqueue: (@Sendable () -> Void)?

  init(onEnqueue: (@Sendable () -> Void)? = nil) { self.onEnqueue = onEnqueue }

  var jobCount: Int { jobs.withLock(\.count) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    onEnqueue?()
  }

  /// Runs what is there and what that enqueues, until nothing is left.
  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension Store {
  /// Lets the store's effects run on `executor` from here on.
  func run(on executor: StepExecutor) -> Self {
    (backend as? RootBackend)?.setExecutor(executor)
    return self
  }

  /// How many objects the engine holds for work in flight.
  var objectsInFlight: Int { backend.control.objectsInFlight }
}

/// Counts how many of its tokens are alive, and the most that ever were.
final class TokenCounter: Sendable {
  private struct Counts {
    var alive = 0
    var most = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let counts = Mutex(Counts())

  var alive: Int { counts.withLock(\.alive) }
  var most: Int { counts.withLock(\.most) }

  /// Comes back once no token is alive. An effect's task lets go of what it holds a moment after it
  /// has told the store of its end, so a finished effect alone does not say it.
  func none() async {
    await withCheckedContinuation { continuation in
      let isNone = counts.withLock {
        if $0.alive > 0 { $0.waiting.append(continuation) }
        return $0.alive == 0
      }
      if isNone { continuation.resume() }
    }
  }

  final class Token: Sendable {
    private let counter: TokenCounter

    fileprivate init(_ counter: TokenCounter) {
      self.counter = counter
      counter.counts.withLock {
        $0.alive += 1
        $0.most = max($0.most, $0.alive)
      }
    }

    deinit {
      let waiting = counter.counts.withLock { counts -> [CheckedContinuation<Void, Never>] in
        counts.alive -= 1
        guard counts.alive == 0 else { return [] }
        defer { counts.waiting = [] }
        return counts.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  func make() -> Token { Token(self) }
}
