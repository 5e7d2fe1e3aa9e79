import Dispatch
import ServiceLifecycle

/// A thread of its own for loops: visitors and pages that keep every other thread busy hold up nothing
/// that is due.
final class LoopThread: TaskExecutor {
  private static let mark = DispatchSpecificKey<Bool>()
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: "lifesignal.\(name)", qos: .userInitiated)
    queue.setSpecific(key: Self.mark, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Whether the caller runs on such a thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}

/// A service that runs on a ``LoopThread``, with all its child tasks.
struct ThreadedService: Service {
  let service: any Service
  let thread: LoopThread

  func run() async throws {
    try await withTaskExecutorPreference(thread) { try await service.run() }
  }
}
