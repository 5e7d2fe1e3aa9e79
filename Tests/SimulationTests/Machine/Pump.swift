import Dispatch
import Synchronization

/// Runs one asynchronous operation to its end on the calling thread: the database has threads of its
/// own, and a simulation must not go on before they have answered.
final class Pump: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  static func run<R: Sendable>(
    _ operation: @escaping @Sendable () async throws -> R
  ) throws -> R {
    let (pump, result) = (Pump(), Outcome<R>())
    Task(executorPreference: pump) {
      do {
        result.set(.success(try await operation()))
      } catch {
        result.set(.failure(error))
      }
      // A signal without a job is the end.
      pump.arrivals.signal()
    }
    while true {
      pump.arrivals.wait()
      guard let job = pump.nextJob() else { return try result.get() }
      job.runSynchronously(on: pump.asUnownedTaskExecutor())
    }
  }

  private func nextJob() -> UnownedJob? {
    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private final class Outcome<R: Sendable>: Sendable {
    private let value = Mutex<Result<R, any Error>?>(nil)

    func set(_ result: Result<R, any Error>) { value.withLock { $0 = result } }
    // Set before the signal that ends the wait.
    func get() throws -> R { try value.withLock { $0! }.get() }
  }
}
