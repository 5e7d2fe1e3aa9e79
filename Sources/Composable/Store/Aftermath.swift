/// The work that a drain leaves to do outside the lock.
struct Aftermath {
  var starts = StartList()
  private(set) var cancelledRuns: [EffectRun] = []
  private(set) var cancels: [@Sendable () -> Void] = []
  private(set) var waiters = Waiters()
  private(set) var issues: [ComposableIssue] = []
  private(set) var drops: [() -> Void] = []
  private var hasOthers = false

  @inline(__always)
  var isEmpty: Bool { starts.isEmpty && !hasOthers }

  mutating func cancel(_ run: EffectRun) {
    cancelledRuns.append(run)
    hasOthers = true
  }

  mutating func cancel(_ work: @escaping @Sendable () -> Void) {
    cancels.append(work)
    hasOthers = true
  }

  mutating func resume(_ waiters: Waiters) {
    self.waiters.add(waiters)
    hasOthers = true
  }

  mutating func report(_ issue: ComposableIssue) {
    issues.append(issue)
    hasOthers = true
  }

  mutating func drop(_ work: @escaping () -> Void) {
    drops.append(work)
    hasOthers = true
  }

  /// There will be a report of this burst: the store must not leave by the short way.
  mutating func expectReport() { hasOthers = true }

  /// Does it. Outside the store's lock.
  func perform(on executor: (any TaskExecutor)?) {
    for run in cancelledRuns { run.cancelWork() }
    for cancel in cancels { cancel() }
    starts.start(on: executor)
    waiters.resume()
    for issue in issues { IssueReporter.report(issue) }
    for drop in drops { drop() }
  }
}

/// Effects registered and waiting for their tasks, in order. The store owns them meanwhile.
struct StartList {
  private unowned(unsafe) var first: EffectRun?
  private unowned(unsafe) var last: EffectRun?

  @inline(__always)
  var isEmpty: Bool { first == nil }

  mutating func append(_ run: EffectRun) {
    if let last { last.nextStart = run } else { first = run }
    last = run
  }

  /// Takes out those that were cancelled before they began.
  mutating func takeCancelled() -> [EffectRun] {
    var taken: [EffectRun] = []
    var kept = StartList()
    var next = first
    while let run = next {
      next = run.nextStart
      run.nextStart = nil
      if run.isCancelled { taken.append(run) } else { kept.append(run) }
    }
    self = kept
    return taken
  }

  var containsCancelled: Bool {
    var next = first
    while let run = next {
      if run.isCancelled { return true }
      next = run.nextStart
    }
    return false
  }

  func start(on executor: (any TaskExecutor)?) {
    var next = first
    while let run = next {
      // Once started it may end, and be gone, at any moment.
      next = run.nextStart
      run.nextStart = nil
      run.start(on: executor)
    }
  }
}
