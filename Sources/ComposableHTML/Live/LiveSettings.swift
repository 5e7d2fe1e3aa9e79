public import Foundation

/// How long things last in a ``LiveSessionRegistry``.
public struct LiveSettings: Sendable {
  /// Seconds a store outlives its last tab; `infinity` keeps it as long as the process runs.
  public var survival: TimeInterval
  /// Seconds between beats on a quiet stream. Browsers give up on one silent for 45 seconds.
  public var beatSeconds: Int
  /// How many snapshots are kept; the oldest go first.
  public var snapshotLimit: Int

  public init(survival: TimeInterval = 120, beatSeconds: Int = 15, snapshotLimit: Int = 10_000) {
    self.survival = survival
    self.beatSeconds = beatSeconds
    self.snapshotLimit = snapshotLimit
  }

  /// A `Duration` has no infinity; a hundred years come to the same.
  var idleTime: Duration { .seconds(min(survival, 100 * 365 * 24 * 3600)) }
}
