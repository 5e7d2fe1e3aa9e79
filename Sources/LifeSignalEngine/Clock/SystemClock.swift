import CClock
public import Foundation
import LifeSignalModel

/// The machine's clock.
///
/// A sleep is also limited by the clock that cannot be set: when the wall clock is set back by an
/// hour, a sleep of a second does not take an hour. When it is set forward, a sleep ends at the
/// next look: at its own end, or after a minute for longer ones. The loops sleep for a second at
/// most, so they notice either within two; and a million sleepers are woken once a minute each, not
/// once a second.
public struct SystemClock: ServerClock {
  private let sources: TimeSources

  public init() {
    self.init(.machine)
  }

  init(_ sources: TimeSources) {
    self.sources = sources
  }

  public var uptime: Duration? { sources.steady() }

  public var isSynchronised: Bool? { sources.isSynchronised() }

  public var now: Date { sources.wall().storable }

  /// Longest time between two readings of the wall clock.
  private static let look: Duration = .seconds(60)
  /// How far the wall clock may lag before it counts as set back. It is slewed by half a thousandth
  /// at most (adjtimex(2)), so a sleep of up to half an hour ends when its instant has come.
  private static let slack: Duration = .seconds(1)

  public func sleep(until deadline: Date) async throws {
    let length = deadline.timeIntervalSince(now)
    guard length > 0 else { return try Task.checkCancellation() }
    let end = sources.steady() + .seconds(length) + Self.slack
    while true {
      let wait = min(
        .seconds(deadline.timeIntervalSince(now)), end - sources.steady(), Self.look)
      guard wait > .zero else { return try Task.checkCancellation() }
      try await sources.pause(wait)
    }
  }
}

/// The two clocks of a machine, and the way to wait; replaced in tests.
struct TimeSources: Sendable {
  /// May be set, forward or back.
  var wall: @Sendable () -> Date
  /// Time since an arbitrary start; runs while the machine sleeps, and cannot be set.
  var steady: @Sendable () -> Duration
  /// Waits by the steady clock, at least for the given time.
  var pause: @Sendable (Duration) async throws -> Void
  /// Whether the kernel calls the wall clock synchronized; nil when the kernel cannot be asked.
  var isSynchronised: @Sendable () -> Bool? = { nil }

  private static let start = ContinuousClock.now

  static let machine = TimeSources(
    wall: { Date() }, steady: { ContinuousClock.now - start },
    pause: { try await Task.sleep(for: $0, clock: .continuous) },
    isSynchronised: {
      // Reads only: no mode is set (adjtimex(2)). A sandbox may forbid the call.
      var state = timex()
      #if canImport(Darwin)
        let answer = ntp_adjtime(&state)
      #else
        let answer = adjtimex(&state)
      #endif
      return answer < 0 ? nil : answer != TIME_ERROR
    })
}
