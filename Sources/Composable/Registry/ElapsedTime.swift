/// A clock of any kind, read as the time since this was made.
///
/// The instants of different clocks have different types; durations do not, so what keeps time by
/// an injected clock need not be generic over it.
final class ElapsedTime: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  var now: Duration { read() }

  func sleep(for duration: Duration) async throws { try await wait(duration) }
}

/// Runs `body` until it is done or `deadline` has passed, whichever comes first.
///
/// `body` is cancelled at the deadline and waited for: it must return when cancelled.
func withDeadline(
  _ deadline: Duration, on time: ElapsedTime, _ body: @escaping @Sendable () async -> Void
) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await body() }
    group.addTask { try? await time.sleep(for: deadline) }
    await group.next()
    group.cancelAll()
  }
}
