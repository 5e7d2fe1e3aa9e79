/// The auditor's own statements. Ids only: a row that nobody can read is found all the same.
///
/// Those that compare two tables look at the rows of a page, from a number up to another; the others
/// read the ends of indexes that are empty when all is well.
enum AuditStatements {
  /// The last number of a page and how many rows it has. From `$1` on, at most `$2`.
  struct Page {
    let bounds: SQLText
    /// `$1` after, `$2` up to, `$3` findings, `$4` entries since where it is asked for.
    let broken: SQLText
  }

  static let missedWithoutAlarm = Page(
    bounds: """
      SELECT count(*), max(person_id) FROM (
        SELECT person_id FROM watches WHERE stage = 5 AND person_id > $1
        ORDER BY person_id LIMIT $2) AS page
      """,
    broken: """
      SELECT w.person_id FROM watches w
      WHERE w.stage = 5 AND w.person_id > $1 AND w.person_id <= $2 AND NOT EXISTS (
        SELECT 1 FROM alerts a
        WHERE a.person_id = w.person_id AND a.kind = 'missedCheckIn' AND a.ended_at IS NULL)
      ORDER BY w.person_id LIMIT $3
      """)
  static let journeyWithoutAlarm = Page(
    bounds: """
      SELECT count(*), max(id) FROM (
        SELECT id FROM travels WHERE stage = 4 AND ended_at IS NULL AND id > $1
        ORDER BY id LIMIT $2) AS page
      """,
    broken: """
      SELECT t.id FROM travels t
      WHERE t.stage = 4 AND t.ended_at IS NULL AND t.id > $1 AND t.id <= $2 AND NOT EXISTS (
        SELECT 1 FROM alerts a
        WHERE a.person_id = t.person_id AND a.kind = 'travel' AND a.ended_at IS NULL)
      ORDER BY t.id LIMIT $3
      """)
  static let alarmUntold = Page(
    bounds: """
      SELECT count(*), max(id) FROM (
        SELECT id FROM alerts WHERE ended_at IS NULL AND id > $1 ORDER BY id LIMIT $2) AS page
      """,
    broken: """
      SELECT a.id FROM alerts a
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND a.started_at >= $4
        -- The person of a silent alarm is the one who is never told.
        AND a.kind <> 'duress'
        AND NOT EXISTS (
          SELECT 1 FROM notifications n
          WHERE n.related_alert_id = a.id AND n.person_id = a.person_id)
        -- An alarm that was raised again: its entries are those of the first.
        AND NOT EXISTS (
          SELECT 1 FROM notifications n
          WHERE n.dedupe_key = CASE a.kind
            WHEN 'missedCheckIn'
              THEN 'checkInExpired:' || a.person_id || ':' || a.gen || ':' || a.person_id
            WHEN 'travel' THEN 'travelOverdue:' || a.gen || ':' || a.person_id
            ELSE '' END)
      ORDER BY a.id LIMIT $3
      """)
  static let alarmUncalled = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND NOT EXISTS (
        SELECT 1 FROM escalations e
        WHERE e.alert_id = a.id AND e.ended_at IS NULL AND e.next_fire_at IS NOT NULL)
      ORDER BY a.id LIMIT $3
      """)
  /// Who has an alarm may never have been called for it, and whoever was may have left.
  static let alarmUnheard = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND a.started_at >= $4
        AND EXISTS (
          SELECT 1 FROM escalations e JOIN relations r ON r.owner_id = e.person_id
          WHERE e.alert_id = a.id AND e.holder_id IS NULL AND r.is_responder = 1
            AND r.status = 'accepted'
            AND ' ' || e.told || ' ' LIKE '% ' || r.peer_id || ' %')
        AND NOT EXISTS (
          SELECT 1 FROM notifications n
          WHERE n.related_alert_id = a.id AND n.person_id <> a.person_id)
      ORDER BY a.id LIMIT $3
      """)
  static let pages = [
    missedWithoutAlarm, journeyWithoutAlarm, alarmUntold, alarmUncalled, alarmUnheard,
  ]

  static let watchWithoutTimer: SQLText = """
    SELECT person_id FROM watches
    WHERE next_fire_at IS NULL AND stage <> 5 AND deadline_at IS NOT NULL LIMIT $1
    """
  static let journeyWithoutTimer: SQLText = """
    SELECT id FROM travels
    WHERE next_fire_at IS NULL AND stage <> 4 AND ended_at IS NULL LIMIT $1
    """

  /// `$1` late before, `$2` findings.
  static let watchLate: SQLText = """
    SELECT person_id FROM watches
    WHERE next_fire_at IS NOT NULL AND next_fire_at < $1 ORDER BY next_fire_at LIMIT $2
    """
  /// One that fails whenever it is tried is pushed forward each time, and so is never late by its
  /// timer: its alarm is. `$1` late before, `$2` findings, `$3` soon. From the latest on and so many
  /// only: after an outage everybody who is overdue stands between.
  static let watchFailing: SQLText = """
    SELECT person_id FROM (
      SELECT person_id, stage, paused_until, deadline_at, grace_ms, next_fire_at FROM watches
      WHERE next_fire_at IS NOT NULL AND next_fire_at >= $1 AND next_fire_at < $3
      ORDER BY next_fire_at DESC LIMIT 10000) AS upcoming
    WHERE stage <= 3 AND paused_until IS NULL AND deadline_at + grace_ms < $1
    LIMIT $2
    """
  static let journeyLate: SQLText = """
    SELECT id FROM travels
    WHERE next_fire_at IS NOT NULL AND next_fire_at < $1 ORDER BY next_fire_at LIMIT $2
    """
  static let journeyFailing: SQLText = """
    SELECT id FROM (
      SELECT id, stage, due_at, grace_ms, next_fire_at FROM travels
      WHERE next_fire_at IS NOT NULL AND next_fire_at >= $1 AND next_fire_at < $3
      ORDER BY next_fire_at DESC LIMIT 10000) AS upcoming
    WHERE stage <= 2 AND due_at + grace_ms < $1
    LIMIT $2
    """
  static let escalationLate: SQLText = """
    SELECT alert_id FROM escalations
    WHERE next_fire_at IS NOT NULL AND next_fire_at < $1 ORDER BY next_fire_at LIMIT $2
    """
  static let escalationStranded: SQLText = """
    SELECT alert_id FROM escalations
    WHERE next_fire_at IS NOT NULL AND next_fire_at > $1 ORDER BY next_fire_at LIMIT $2
    """
  static let pingLate: SQLText = """
    SELECT id FROM pings WHERE status = 'pending' AND expires_at < $1
    ORDER BY expires_at LIMIT $2
    """
  static let deliveryLate: SQLText = """
    SELECT id FROM deliveries WHERE state = 'ready' AND next_attempt_at < $1
    ORDER BY next_attempt_at LIMIT $2
    """
  static let leaseLapsed: SQLText = """
    SELECT id FROM deliveries WHERE state = 'leased' AND lease_until < $1
    ORDER BY lease_until LIMIT $2
    """
  /// `$1` stranded after, `$2` findings.
  static let deliveryStranded: SQLText = """
    SELECT id FROM deliveries WHERE state = 'ready' AND next_attempt_at > $1
    ORDER BY next_attempt_at LIMIT $2
    """
  static let leaseStranded: SQLText = """
    SELECT id FROM deliveries WHERE state = 'leased' AND lease_until > $1
    ORDER BY lease_until LIMIT $2
    """
  static let queues = [
    watchLate, watchFailing, journeyLate, journeyFailing, escalationLate, escalationStranded,
    pingLate, deliveryLate, leaseLapsed, deliveryStranded, leaseStranded,
  ]
}
