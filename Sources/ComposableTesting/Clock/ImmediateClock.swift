import Composable
import Synchronization

/// A clock on which every sleep ends immediately, as if its time had passed.
///
/// For features whose delays do not matter to the test. A timer that never ends makes a test store
/// report `effects-without-rest`.
public final class ImmediateClock: Clock {
  public typealias Instant = TestClock.Instant

  private let instant: Locked<Instant>

  public init(now: Instant = Instant()) { instant = Locked(now) }

  public var now: Instant { instant.withLock { $0 } }
  public let minimumResolution = Duration.zero

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    // Others get their turn, as they would while a real clock runs; and a loop can be stopped.
    await Task.yield()
    try Task.checkCancellation()
  }
}
