/// An instant on the injected clock, whatever clock that is.
///
/// A timer that counts from a deadline does not drift: a tick that comes late, or not at all,
/// changes when the timer is looked at and not how long it takes.
public struct Deadline: Equatable, Sendable {
  private let instant: any InstantProtocol<Duration>

  /// The instant that is `length` from now.
  public init(in length: Duration, on clock: any Clock<Duration>) {
    func later(on clock: some Clock<Duration>) -> any InstantProtocol<Duration> {
      clock.now.advanced(by: length)
    }
    instant = later(on: clock)
  }

  /// How long it is until then; zero once it has passed, and on a clock of another kind.
  public func timeLeft(on clock: any Clock<Duration>) -> Duration {
    max(.zero, distance(on: clock) ?? .zero)
  }

  /// Sleeps until what is left is a whole number of seconds: at 42.3 until 42, at 42 until 41.
  public func nextSecond(on clock: any Clock<Duration>) async throws {
    func sleep<C: Clock<Duration>>(on clock: C) async throws {
      guard let instant = instant as? C.Instant else { return }
      let left = clock.now.duration(to: instant)
      let (seconds, fraction) = left.components
      let next = Duration.seconds(max(0, fraction > 0 ? seconds : seconds - 1))
      try await clock.sleep(until: instant.advanced(by: .zero - next), tolerance: nil)
    }
    try await sleep(on: clock)
  }

  private func distance<C: Clock<Duration>>(on clock: C) -> Duration? {
    (instant as? C.Instant).map { clock.now.duration(to: $0) }
  }

  public static func == (lhs: Deadline, rhs: Deadline) -> Bool {
    AnyHashable(lhs.instant) == AnyHashable(rhs.instant)
  }
}
