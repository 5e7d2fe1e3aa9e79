import Composable
import Synchronization

/// A clock on which every sleep is over at once. Do not give it to a timer that never ends.
public final class ImmediateClock: Clock {
  public typealias Instant = TestClock.Instant

  private let instant = Locked(Instant())

  public init() {}

  public var now: Instant { instant.withLock { $0 } }
  public let minimumResolution = Duration.zero

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
  }
}
