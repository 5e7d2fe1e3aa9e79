public import Foundation

/// The only source of time below the executable. Instants are UTC, in whole milliseconds.
public protocol ServerClock: Sendable {
  /// The wall clock, rounded to what storage keeps.
  var now: Date { get }

  /// Returns when `now` has reached `deadline`, at once when it already has.
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(until deadline: Date) async throws
}
