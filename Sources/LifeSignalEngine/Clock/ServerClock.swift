public import Foundation

/// The only source of time below the executable. Instants are UTC, in whole milliseconds.
public protocol ServerClock: Sendable {
  /// The wall clock, rounded to the precision of storage.
  var now: Date { get }

  /// Time since this process began, by a clock that cannot be set and that runs while the machine sleeps;
  /// nil where there is no such clock. It distinguishes a machine that was asleep from a wall clock that
  /// was set.
  var uptime: Duration? { get }

  /// Whether the kernel reports that NTP or a similar service keeps the wall clock right; nil where the
  /// kernel cannot be asked.
  var isSynchronised: Bool? { get }

  /// Returns when `now` has reached `deadline`, immediately if it already has. If the wall clock is
  /// set back meanwhile, returns soon after the time that lay between the two is over. A caller
  /// that needs to know which looks at `now` again.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Date) async throws
}

extension ServerClock {
  public var uptime: Duration? { nil }
  public var isSynchronised: Bool? { nil }
}
