import ComposableTesting
import Synchronization

/// A clock that a reducer can move while it reduces, to take as long as a test says.
final class StepClock: Clock {
  typealias Instant = TestClock.Instant

  private let instant = Mutex(Instant())

  var now: Instant { instant.withLock { $0 } }
  let minimumResolution = Duration.zero

  func advance(by duration: Duration) {
    instant.withLock { $0 = $0.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
