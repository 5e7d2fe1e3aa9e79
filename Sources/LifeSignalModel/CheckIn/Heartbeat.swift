public import Foundation

/// The server's record of its own uptime: one row, however many people there are.
public struct Heartbeat: Equatable, Sendable {
  /// Written about once a second while the server runs.
  public var beatAt: Date
  /// The last silence long enough to count as an outage; nil before the first.
  public var outage: DateInterval?

  public init(beatAt: Date, outage: DateInterval? = nil) {
    self.beatAt = beatAt
    self.outage = outage
  }
}
