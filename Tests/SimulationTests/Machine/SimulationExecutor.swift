import Synchronization

/// Runs every task of one simulation on one thread, one job at a time, in an order drawn from the
/// seed: what two threads could do to each other happens here too, and again with the same seed.
final class SimulationExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs one of the jobs that could run now, until it ends or waits; false when there is none.
  /// - Parameter pick: chooses one of so many.
  func runOne(_ pick: (Int) -> Int) -> Bool {
    let count = jobs.withLock { $0.count }
    guard count > 0 else { return false }
    let index = pick(count)
    let job = jobs.withLock { $0.remove(at: index) }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}
