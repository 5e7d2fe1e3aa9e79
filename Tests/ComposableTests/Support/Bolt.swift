import Foundation

/// Holds a thread until a test lets it go: what a reducer does that never returns.
final class Bolt: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false
  /// Opens when the first thread is held.
  let holds = Gate()

  func hold() {
    holds.open()
    condition.lock()
    while !isOpen { condition.wait() }
    condition.unlock()
  }

  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }
}

/// Runs each part of a task on a thread of its own, so that a held one costs the others nothing.
final class ThreadPerJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
