import Foundation
import LifeSignalModel

extension SQLTransaction {
  func greatestID() throws -> Int64? {
    try session.first(Statements.greatestID, []) { try $0.optional { try $0.int64() } } ?? nil
  }

  func sweepLeftovers(before: Date, limit: Int) throws -> Int {
    try Statements.sweeps.reduce(0) { count, statement in
      count + (try session.change(statement, [.date(before), .int(limit)]))
    }
  }
}

private enum Statements {
  /// For every table whose rows the engine numbers; each is the last entry of its table.
  static let greatestID: SQLText = """
    SELECT max(id) FROM (
      SELECT max(id) AS id FROM people UNION ALL SELECT max(id) FROM channels
      UNION ALL SELECT max(id) FROM check_ins UNION ALL SELECT max(id) FROM alerts
      UNION ALL SELECT max(id) FROM pings UNION ALL SELECT max(id) FROM travels
      UNION ALL SELECT max(id) FROM notifications UNION ALL SELECT max(id) FROM deliveries
      UNION ALL SELECT max(id) FROM activities UNION ALL SELECT max(id) FROM sessions
      UNION ALL SELECT max(id) FROM access_tokens UNION ALL SELECT max(id) FROM passkeys
      UNION ALL SELECT max(id) FROM invitations
      UNION ALL SELECT max(id) FROM things UNION ALL SELECT max(id) FROM check_in_sheets
      UNION ALL SELECT max(id) FROM check_in_codes) AS ids
    """
  static let sweeps: [SQLText] = [
    // Ids rise with time, so the oldest entries have the lowest; an index for a daily sweep would
    // cost every check-in a write.
    """
    DELETE FROM notifications WHERE at < $1 AND id IN (
      SELECT id FROM notifications ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM deliveries WHERE id IN (
      SELECT id FROM deliveries WHERE finished_at IS NOT NULL AND finished_at < $1
      ORDER BY finished_at LIMIT $2)
    """,
    """
    DELETE FROM one_time_codes WHERE id IN (
      SELECT id FROM one_time_codes WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """,
    """
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """,
    """
    DELETE FROM channels WHERE id IN (
      SELECT id FROM channels WHERE off = 'removed' AND disabled_at < $1
        AND kind NOT IN ('sms', 'voice', 'webpush', 'apns') LIMIT $2)
    """,
    """
    DELETE FROM access_tokens WHERE id IN (
      SELECT id FROM access_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """,
    """
    DELETE FROM access_tokens WHERE id IN (
      SELECT id FROM access_tokens WHERE revoked_at < $1 ORDER BY revoked_at LIMIT $2)
    """,
    """
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
    """,
    // A code that is still due holds its sheet: it may be a call for help.
    """
    DELETE FROM check_in_sheets WHERE id IN (
      SELECT s.id FROM check_in_sheets s WHERE s.void_at < $1 AND NOT EXISTS (
        SELECT 1 FROM check_in_codes c WHERE c.sheet_id = s.id AND c.due_at IS NOT NULL)
      ORDER BY s.void_at LIMIT $2)
    """,
  ]
}
