public import Foundation

/// The server's clock for live sessions: reads the time, and waits for an instant.
public struct LiveClock: Sendable {
  private let read: @Sendable () -> Date
  private let wait: @Sendable (Date) async throws -> Void

  /// - Parameters:
  ///   - now: the server's time. Pages run their countdowns against it.
  ///   - sleep: returns at the given instant, or throws when its task is cancelled.
  public init(
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Date) async throws -> Void
  ) {
    read = now
    wait = sleep
  }

  /// The machine's own clock.
  public static var system: Self {
    Self(
      now: { Date() },
      sleep: { try await Task.sleep(for: .seconds($0.timeIntervalSinceNow)) })
  }

  public var now: Date { read() }

  /// UTC milliseconds, as frames carry them.
  var milliseconds: Int {
    Int(exactly: (read().timeIntervalSince1970 * 1000).rounded()) ?? 0
  }

  func sleep(until instant: Date) async throws {
    try await wait(instant)
  }
}

/// The server's clock as a registry of stores measures by it.
struct LiveRegistryClock: Clock {
  struct Instant: InstantProtocol {
    let date: Date

    func advanced(by duration: Duration) -> Self {
      Self(date: date.addingTimeInterval(duration / .seconds(1)))
    }
    func duration(to other: Self) -> Duration {
      .seconds(other.date.timeIntervalSince(date))
    }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.date < rhs.date }
  }

  let clock: LiveClock

  var now: Instant { Instant(date: clock.now) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline.date)
  }
}
