import Composable
import ComposableTesting

/// A clock whose sleepers oversleep.
struct LateClock: Clock {
  let base: TestClock
  let lateness: Duration

  var now: TestClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline.advanced(by: lateness))
  }
}

/// The clock under a ``LateClock``, so that the test store knows it.
enum BaseClockKey: TestDependencyKey {
  static let testValue = TestClock()
}
