import Foundation

/// Runs `operation` for at most `limit`, then cancels it.
/// - Throws: the operation's error; ``CourierFailure/transient(_:retryAfter:)`` when time is up.
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
      // The process was stopped, and an answer may have arrived in the meantime: leave time to read
      // it.
      if let start, let now = clock.uptime, now - start > limit + .seconds(1) {
        try await clock.sleep(until: clock.now + 1)
      }
      throw CourierFailure.transient("no answer in time")
    }
    defer { group.cancelAll() }
    try await group.next()
  }
}

/// Runs `operation` to its end even if the calling task is cancelled.
func shielded<R: Sendable>(
  _ operation: @escaping @Sendable () async throws -> R
) async throws -> R {
  try await Task(executorPreference: TaskHome.executor) { try await operation() }.value
}

/// The executor for unstructured tasks, which do not inherit the one of the task that creates them.
///
/// In a service of the server it is the service's own thread, a ``LoopThread``; in a simulation,
/// the executor that runs everything; elsewhere nil.
package enum TaskHome {
  @TaskLocal package static var executor: (any TaskExecutor)?
}
