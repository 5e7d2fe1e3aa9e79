import Composable
import Synchronization

/// Runs the tasks that prefer it one job at a time, and only when told to.
///
/// This is what makes test stores deterministic: between two pumps nothing happens.
package final class HandPumpedExecutor: TaskExecutor {
  @TaskLocal static var current: HandPumpedExecutor?

  private struct Contents {
    var jobs: [UnownedJob] = []
    var next = 0
    var isPumping = false
    var waiter: CheckedContinuation<Void, Never>?
  }
  private let contents = Locked(Contents())

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiter = contents.withLock { contents in
      contents.jobs.append(job)
      defer { contents.waiter = nil }
      return contents.waiter
    }
    waiter?.resume()
  }

  /// Runs jobs, and those they enqueue, until none is left.
  package func pump() {
    let mayPump = contents.withLock { contents in
      defer { contents.isPumping = true }
      return !contents.isPumping
    }
    guard mayPump else { return }
    while let job = takeNext() {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    contents.withLock { $0.isPumping = false }
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

  /// Waits for a job from elsewhere: the main actor, another thread. At most until the deadline.
  nonisolated(nonsending) func waitForJob(until deadline: ContinuousClock.Instant) async {
    let alarm = Task.detached { [self] in
      try? await Task.sleep(until: deadline, clock: .continuous)
      wake()
    }
    await withCheckedContinuation { continuation in
      let hasJob = contents.withLock { contents in
        if contents.next < contents.jobs.count || ContinuousClock.now >= deadline { return true }
        contents.waiter = continuation
        return false
      }
      if hasJob { continuation.resume() }
    }
    alarm.cancel()
  }

  private func wake() {
    contents.withLock { contents in
      defer { contents.waiter = nil }
      return contents.waiter
    }?.resume()
  }
}

/// Something that has to pump the executors of test stores before it goes on.
package protocol PumpsExecutors: Sendable {
  func attach(_ pump: @escaping @Sendable () -> Void, id: ObjectIdentifier)
}
