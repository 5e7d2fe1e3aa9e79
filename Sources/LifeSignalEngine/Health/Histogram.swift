public import Foundation

/// A histogram of durations.
public struct Histogram: Equatable, Sendable {
  /// Seconds.
  public static let limits: [TimeInterval] = [0.1, 0.5, 1, 3, 10, 60, 300]

  /// For each of ``limits``, and one beyond.
  public private(set) var counts = [Int](repeating: 0, count: limits.count + 1)
  /// Of all durations, in seconds.
  public private(set) var sum: TimeInterval = 0

  public init() {}

  /// A negative duration, from a clock that was set, counts as zero.
  package mutating func note(_ seconds: TimeInterval) {
    let seconds = max(0, seconds)
    counts[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
    sum += seconds
  }
}
