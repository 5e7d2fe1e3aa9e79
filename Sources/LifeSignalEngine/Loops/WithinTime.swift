import Foundation

/// Runs `operation` for at most `limit`, then cancels it.
/// - Throws: what the operation throws; ``CourierFailure/transient(_:retryAfter:)`` when time is up.
func withinTime(
  _ limit: Duration, on clock: any ServerClock,
  _ operation: @escaping @Sendable () async throws -> Void
) async throws {
  let end = clock.now + limit / .seconds(1)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(until: end)
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
  try await Task { try await operation() }.value
}
