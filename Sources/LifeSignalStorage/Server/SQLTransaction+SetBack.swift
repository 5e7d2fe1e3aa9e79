import Foundation
import LifeSignalModel

extension SQLTransaction {
  func watches(
    ahead now: Date, courtesy: TimeInterval, after: Int64, limit: Int
  ) throws -> [Watch] {
    try session.allReadable(
      SetBackStatements.watches,
      [.int64(after), .date(now), .date(now + courtesy), .int(limit)]
    ) { try Watch(&$0) }
  }

  func bringForwardAlarms(by seconds: TimeInterval, at now: Date) throws {
    try session.change(
      SetBackStatements.firstChannels, [.date(now + RetryRules.cap)])
    try session.change(
      SetBackStatements.laterChannels,
      [.date(now), .length(seconds)])
  }

  func bringForwardCheckInCodes(to now: Date) throws {
    try session.change(SetBackStatements.codes, [.date(now)])
  }
}

private enum SetBackStatements {
  static let watches: SQLText = """
    SELECT \(SQLTable.watches.list) FROM watches
    WHERE person_id > $1 AND paused_until IS NULL AND stage <> 5
      AND (last_check_in_at > $2 OR resumed_at > $2 OR stage = 4 AND next_fire_at > $3)
    ORDER BY person_id LIMIT $4
    """
  private static let urgent: SQLText =
    "\(numbers: Delivery.Priority.allCases.filter(\.climbs).map(\.rawValue))"
  /// `$1` the latest instant for another attempt.
  static let firstChannels: SQLText = """
    UPDATE deliveries SET next_attempt_at = $1
    WHERE state = 'ready' AND next_attempt_at > $1 AND priority IN (\(urgent))
      AND (channel_rank = 0 OR attempts > 0)
    """
  /// `$1` now, `$2` by how much the clock was set back. Messages written before the clock was ahead
  /// wait as they did: for their turn, or for the end of quiet hours.
  static let laterChannels: SQLText = """
    UPDATE deliveries SET next_attempt_at =
      CASE WHEN next_attempt_at - $2 > $1 THEN next_attempt_at - $2 ELSE $1 END
    WHERE state = 'ready' AND next_attempt_at > $1 AND created_at > $1 AND attempts = 0
      AND channel_rank > 0 AND priority IN (\(urgent))
    """
  static let codes: SQLText = "UPDATE check_in_codes SET due_at = $1 WHERE due_at > $1"
}
