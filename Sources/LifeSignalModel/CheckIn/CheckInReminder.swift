public import Foundation

/// The stable names of the two reminders of one deadline; also their idempotency keys.
public enum CheckInReminder: Int, CaseIterable, Codable, Sendable {
  /// 30 minutes before the deadline.
  case thirtyMinutes = 30
  /// Two hours before the deadline.
  case twoHours = 120

  /// Seconds before the deadline.
  public var lead: TimeInterval { TimeInterval(rawValue * 60) }

  /// For example `checkInReminder-1700000000-30`.
  public func identifier(expiration: Date) -> String {
    "checkInReminder-\(Int(clamping: expiration.timeIntervalSince1970))-\(rawValue)"
  }
}
