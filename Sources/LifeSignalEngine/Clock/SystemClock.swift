public import Foundation
import LifeSignalModel

/// The machine's clock.
public struct SystemClock: ServerClock {
  private static let start = ContinuousClock.now

  public init() {}

  public var uptime: Duration? { ContinuousClock.now - Self.start }

  public var now: Date { Date().storable }

  public func sleep(until deadline: Date) async throws {
    // The wall clock may be set while we sleep, so the remaining time is asked for again.
    while true {
      let remaining = deadline.timeIntervalSince(now)
      guard remaining > 0 else { return try Task.checkCancellation() }
      try await Task.sleep(for: .milliseconds(Int64((min(remaining, 60) * 1000).rounded(.up))))
    }
  }
}
