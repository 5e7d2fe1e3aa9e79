public import Foundation

/// One check-in as stored.
public struct CheckIn: Identifiable, Equatable, Sendable {
  public var id: CheckInRecord.ID
  public var person: Person.ID
  /// When the person checked in; never later than `recordedAt`.
  public var at: Date
  /// When the server learnt of it: later than `at` for one queued while offline.
  public var recordedAt: Date
  public var source: CheckInSource
  /// Unique per person: a retried request with the same key is the same check-in. Where a client
  /// chose it, the result of ``key(chosen:)``.
  public var clientKey: String?

  /// The longest that an action stored on a device can have waited for a connection, in seconds: 30
  /// days.
  public static let longestWait: TimeInterval = 30 * 86_400

  /// Seconds for which every automatic check-in is kept; of older days only the first and the last
  /// are.
  public static let automaticRetention: TimeInterval = 90 * 86_400

  /// Seconds for which every other check-in is kept, and pings, trips, pauses and alerts after
  /// their end; of older days only the first and the last check-in are kept.
  public static let retention: TimeInterval = 365 * 86_400

  public init(
    id: CheckInRecord.ID, person: Person.ID, at: Date, recordedAt: Date,
    source: CheckInSource = .manual, clientKey: String? = nil
  ) {
    self.id = id
    self.person = person
    self.at = at
    self.recordedAt = recordedAt
    self.source = source
    self.clientKey = clientKey
  }
}
