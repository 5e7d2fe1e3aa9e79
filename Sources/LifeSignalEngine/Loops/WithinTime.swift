import Foundation

/// Runs `operation` for at most `limit`, then cancels it.
/// - Throws: what the operation throws; ``CourierFailure/transient(_:retryAfter:)`` when time is up.
func withinTime(
  _ limit: Duration, on clock: any ServerClock,
  _ operation: @escaping @Sendable () async throws -> Void
) async throws {
  let end = clock.now + limit / .seconds(1)
  let start = clock.uptime
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(until: end)
      // The process stood still, and an answer may have come meanwhile: it is given time to be read.
      if let start, let now = clock.uptime, now - start > limit + .seconds(1) {
        try await clock.sleep(until: clock.now + 1)
      }
      throw CourierFailure.transient("no answer in time")
    }
    defer { group.cancelAll() }
    try await group.next()
  }
}

/// Runs `operation` to its end although the calling task may be cancelled.
func shielded<R: Sendable>(
  _ operation: @escaping @Sendable () async throws -> R
) async throws -> R {
  try await Task(executorPreference: TaskHome.executor) { try await operation() }.value
}

/// Where tasks run that no other task is the parent of: they do not inherit the executor of whoever
/// made them. In the server the thread of the service, a ``LoopThread``; nil outside of services; a simulation
/// runs everything on an executor of its own.
package enum TaskHome {
  @TaskLocal package static var executor: (any TaskExecutor)?
}
