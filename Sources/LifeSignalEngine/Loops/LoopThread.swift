import Dispatch
import ServiceLifecycle

/// A thread of its own for loops: visitors and pages that keep every other thread busy delay
/// nothing that is due.
final class LoopThread: TaskExecutor {
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: "lifesignal.\(name)", qos: .userInitiated)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A service that runs on a ``LoopThread``, with all its child tasks and those that are shielded
/// from cancellation.
struct ThreadedService: Service {
  let service: any Service
  let thread: LoopThread

  func run() async throws {
    try await TaskHome.$executor.withValue(thread) {
      try await withTaskExecutorPreference(thread) { try await service.run() }
    }
  }
}
