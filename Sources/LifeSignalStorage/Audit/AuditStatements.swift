import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The auditor's own statements. They return ids only, so that they find even a row that cannot be
/// read.
///
/// Statements that compare two tables read the rows of a page, from one number up to another; the
/// others read the ends of indexes that are empty when all is well.
enum AuditStatements {
  /// The last number of a page and how many rows it has. From `$1` on, at most `$2`.
  struct Page {
    let bounds: SQLText
    /// `$1` after, `$2` up to, `$3` findings, `$4` entries since where the statement needs it.
    let broken: SQLText
  }

  private static func bounds(
    of table: StaticString, by number: StaticString = "id", where condition: StaticString = ""
  ) -> SQLText {
    """
    SELECT count(*), max(\(number)) FROM (
      SELECT \(number) FROM \(table) WHERE \(condition) \(number) > $1
      ORDER BY \(number) LIMIT $2) AS page
    """
  }

  static let missedWithoutAlarm = Page(
    bounds: bounds(of: "watches", by: "person_id", where: "stage = 5 AND"),
    broken: """
      SELECT w.person_id FROM watches w
      WHERE w.stage = 5 AND w.person_id > $1 AND w.person_id <= $2 AND NOT EXISTS (
        SELECT 1 FROM alerts a
        WHERE a.person_id = w.person_id AND a.kind = 'missedCheckIn' AND a.ended_at IS NULL)
      ORDER BY w.person_id LIMIT $3
      """)
  static let journeyWithoutAlarm = Page(
    bounds: bounds(of: "travels", where: "stage = 4 AND ended_at IS NULL AND"),
    broken: """
      SELECT t.id FROM travels t
      WHERE t.stage = 4 AND t.ended_at IS NULL AND t.id > $1 AND t.id <= $2 AND NOT EXISTS (
        SELECT 1 FROM alerts a
        WHERE a.person_id = t.person_id AND a.kind = 'travel' AND a.ended_at IS NULL)
      ORDER BY t.id LIMIT $3
      """)
  static let alarmUntold = Page(
    bounds: bounds(of: "alerts", where: "ended_at IS NULL AND"),
    broken: """
      SELECT a.id FROM alerts a
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND a.started_at >= $4
        -- No one notifies the person of a duress alert.
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
  /// Finds an alert that has ended in one column and not in the other, which no release stores,
  /// while its responders are still to be called. `$1` findings. Reads the 10,000 calls that are
  /// due first.
  static let alarmHalfEnded: SQLText = """
    SELECT a.id FROM (
      SELECT alert_id FROM escalations
      WHERE next_fire_at IS NOT NULL ORDER BY next_fire_at LIMIT 10000
    ) AS upcoming JOIN alerts a ON a.id = upcoming.alert_id
    WHERE a.ended_at IS NOT NULL AND a.end_reason IS NULL AND NOT EXISTS (
      SELECT 1 FROM alerts o
      WHERE o.person_id = a.person_id AND o.kind = a.kind AND o.ended_at IS NULL)
    LIMIT $1
    """
  /// For an open alert `a` and its escalation `e`: no responder has the alert, and a responder who
  /// still is one was called. A responder who has an alert may never have been called for it.
  private static func isCalled(_ more: SQLText = "") -> SQLText {
    """
    e.holder_id IS NULL AND EXISTS (
      SELECT 1 FROM relations r
      WHERE r.owner_id = a.person_id
        AND \(RelationStatements.isResponder) AND \(RelationStatements.isAccepted)
        AND ' ' || e.told || ' ' LIKE '% ' || r.peer_id || ' %' \(more))
    """
  }
  private static let hasChannel: SQLText = """
    AND EXISTS (
      SELECT 1 FROM channels c WHERE c.person_id = r.peer_id AND c.disabled_at IS NULL)
    """
  /// For an alert `a` that began long enough ago: there is no message to any of its responders.
  private static let isWithoutMessage: SQLText = """
    a.started_at < $4 - 90000 AND NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.alert_id = a.id AND d.person_id <> a.person_id)
    """
  static let alarmUnheard = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a JOIN escalations e ON e.alert_id = a.id
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND a.started_at >= $4
        AND \(isCalled())
        AND NOT EXISTS (
          SELECT 1 FROM notifications n
          WHERE n.related_alert_id = a.id AND n.person_id <> a.person_id)
      ORDER BY a.id LIMIT $3
      """)
  /// `$4` now less half a minute. Finds an alert whose responders received no message for a minute longer
  /// than the longest pause of its stage, although its row is not due: it is postponed again and again. A row
  /// that has been due since then waits for the loop, as after a gap of the clock. An alert that a responder
  /// has does not count, because that responder is asked, not called. A holder who is no responder of its
  /// person would keep everyone else from being called.
  static let alarmStuck = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a JOIN escalations e ON e.alert_id = a.id
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2 AND (\(isCalled())
        AND e.next_fire_at >= $4
        AND NOT EXISTS (
          SELECT 1 FROM notifications n
          WHERE n.related_alert_id = a.id AND n.person_id <> a.person_id
            AND n.at >= $4 - 30000 - CASE WHEN e.stage = 0 THEN 3600000
              WHEN e.step >= 6 THEN 21600000 WHEN e.step = 5 THEN 14400000
              WHEN e.step = 4 THEN 7200000 WHEN e.step = 3 THEN 3600000
              WHEN e.step = 2 THEN 1800000 ELSE 900000 END)
        AND a.started_at < $4 - 900000
        OR e.holder_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM relations r
          WHERE r.owner_id = a.person_id AND r.peer_id = e.holder_id
            AND \(RelationStatements.isResponder) AND \(RelationStatements.isAccepted)))
      ORDER BY a.id LIMIT $3
      """)
  /// `$4` now minus half a minute. Finds alerts of which no carrier has accepted any message two
  /// minutes after the first one.
  static let alarmUnreached = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2
        AND NOT EXISTS (
          SELECT 1 FROM escalations e WHERE e.alert_id = a.id AND e.holder_id IS NOT NULL)
        AND EXISTS (
          SELECT 1 FROM deliveries d
          WHERE d.alert_id = a.id AND d.person_id <> a.person_id AND d.created_at < $4 - 90000
            AND (d.state <> 'dead' OR d.last_error IS NULL OR d.last_error <> \(literal: Delivery.withdrawn)))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries d
          WHERE d.alert_id = a.id AND d.person_id <> a.person_id AND d.accepted_at IS NOT NULL)
      ORDER BY a.id LIMIT $3
      """)
  /// `$4` as above. A called responder has a channel that is on, and there is no message to any of them:
  /// the messages were lost.
  static let alarmUnsent = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a JOIN escalations e ON e.alert_id = a.id
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2
        AND \(isWithoutMessage) AND \(isCalled(hasChannel))
      ORDER BY a.id LIMIT $3
      """)
  /// `$4` as above. None of the called responders has a channel that is on.
  static let alarmWithoutMessage = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a JOIN escalations e ON e.alert_id = a.id
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2
        AND \(isWithoutMessage) AND \(isCalled()) AND NOT (\(isCalled(hasChannel)))
      ORDER BY a.id LIMIT $3
      """)
  static let alarmContradicted = Page(
    bounds: alarmUntold.bounds,
    broken: """
      SELECT a.id FROM alerts a JOIN escalations e ON e.alert_id = a.id
      WHERE a.ended_at IS NULL AND a.id > $1 AND a.id <= $2
        AND (a.person_id <> e.person_id OR a.kind = 'travel' AND NOT EXISTS (
          SELECT 1 FROM travels t WHERE t.person_id = a.person_id AND t.ended_at IS NULL))
      ORDER BY a.id LIMIT $3
      """)
  /// Tables in which an unreadable row may cost a person an alert.
  static let promising: [SQLTable] = [
    .people, .relations, .channels, .watches, .travels, .alerts, .escalations, .checkInCodes,
    .checkInSheets, .sessions, .accessTokens,
  ]
  static let watchMissing = Page(
    bounds: bounds(of: "people"),
    broken: """
      SELECT p.id FROM people p
      WHERE p.id > $1 AND p.id <= $2
        AND NOT EXISTS (SELECT 1 FROM watches w WHERE w.person_id = p.id)
      ORDER BY p.id LIMIT $3
      """)
  static let personMissing = Page(
    bounds: bounds(of: "watches", by: "person_id"),
    broken: """
      SELECT w.person_id FROM watches w
      WHERE w.person_id > $1 AND w.person_id <= $2 AND \(isNotStored("w.person_id"))
      ORDER BY w.person_id LIMIT $3
      """)
  private static func isNotStored(_ person: StaticString) -> SQLText {
    "NOT EXISTS (SELECT 1 FROM people p WHERE p.id = \(person))"
  }
  /// A side without the other one, or two that this release understands and that contradict each
  /// other.
  static let relationBroken = Page(
    bounds: bounds(of: "relations", by: "owner_id"),
    broken: """
      SELECT r.owner_id FROM relations r
      LEFT JOIN relations m ON m.owner_id = r.peer_id AND m.peer_id = r.owner_id
      WHERE r.owner_id > $1 AND r.owner_id <= $2 AND (m.owner_id IS NULL
        OR m.status IN \(RelationStatements.knownStatuses)
          AND m.status <> CASE r.status WHEN 'accepted' THEN 'accepted'
            WHEN 'requestedByMe' THEN 'requestedByThem'
            WHEN 'requestedByThem' THEN 'requestedByMe' END
        OR r.is_responder IN (0, 1) AND m.is_dependent IN (0, 1)
          AND r.is_responder <> m.is_dependent
        OR r.is_dependent IN (0, 1) AND m.is_responder IN (0, 1)
          AND r.is_dependent <> m.is_responder)
      GROUP BY r.owner_id ORDER BY r.owner_id LIMIT $3
      """)
  /// A side with a value that this release does not know, or of a person who is not stored.
  static let relationUnknown = Page(
    bounds: relationBroken.bounds,
    broken: """
      SELECT r.owner_id FROM relations r
      WHERE r.owner_id > $1 AND r.owner_id <= $2
        AND ((r.status IN \(RelationStatements.knownStatuses)
            AND r.is_responder IN (0, 1) AND r.is_dependent IN (0, 1)) IS NOT TRUE
          OR \(isNotStored("r.peer_id")))
      GROUP BY r.owner_id ORDER BY r.owner_id LIMIT $3
      """)
  /// A channel that no statement finds by its person, that a time no release stores switches off, or that has
  /// no address.
  static let channelDamaged = Page(
    bounds: bounds(of: "channels"),
    broken: """
      SELECT c.id FROM channels c
      WHERE c.id > $1 AND c.id <= $2 AND (c.disabled_at NOT BETWEEN 0 AND 253402300799999
        OR c.address = ''
        OR \(isNotStored("c.person_id")))
      ORDER BY c.id LIMIT $3
      """)
  static let pages = [
    watchPostponed, journeyPostponed, missedWithoutAlarm, journeyWithoutAlarm, alarmUntold,
    alarmUncalled, alarmUnheard, alarmStuck,
    alarmUnreached, alarmUnsent, alarmWithoutMessage, alarmContradicted, watchMissing,
    personMissing,
    relationBroken, relationUnknown, channelDamaged,
  ]

  /// `$4` minutes from now. Finds a check-in whose next step would come after its alert, and one without a
  /// deadline although its countdown has begun: both may be one damaged value.
  static let watchPostponed = Page(
    bounds: bounds(of: "watches", by: "person_id"),
    broken: """
      SELECT w.person_id FROM watches w
      WHERE w.person_id > $1 AND w.person_id <= $2 AND w.stage <> 5
        AND (w.deadline_at IS NULL
            AND (w.last_check_in_at IS NOT NULL OR w.resumed_at IS NOT NULL)
          OR w.next_fire_at > $4 AND (
            w.paused_until IS NOT NULL AND w.next_fire_at > w.paused_until + \(slack)
            OR w.paused_until IS NULL AND w.stage <= 3
              AND w.next_fire_at > w.deadline_at + w.grace_ms + \(slack)))
      ORDER BY w.person_id LIMIT $3
      """)
  /// The same for trips.
  static let journeyPostponed = Page(
    bounds: bounds(of: "travels", where: "ended_at IS NULL AND"),
    broken: """
      SELECT t.id FROM travels t
      WHERE t.id > $1 AND t.id <= $2 AND t.ended_at IS NULL AND t.stage <= 2
        AND t.next_fire_at > $4 AND t.next_fire_at > t.due_at + t.grace_ms + \(slack)
      ORDER BY t.id LIMIT $3
      """)
  private static let slack: SQLText = "\(milliseconds(AuditScope.slack))"
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
  /// A watch that fails at every attempt is postponed each time, and so is never late by its timer:
  /// its alert is. `$1` late before, `$2` findings, `$3` soon. Reads a limited number of rows, the
  /// latest first: after an outage everyone who is overdue comes between.
  static let watchFailing: SQLText = """
    SELECT person_id FROM (
      SELECT person_id, stage, paused_until, deadline_at, grace_ms, next_fire_at FROM watches
      WHERE next_fire_at IS NOT NULL AND next_fire_at >= $1 AND next_fire_at < $3
      ORDER BY next_fire_at DESC LIMIT 10000) AS upcoming
    WHERE stage <= 3 AND paused_until IS NULL AND deadline_at + grace_ms < $1
    LIMIT $2
    """
  /// `$1` long after any possible deadline or pause, `$2` findings.
  static let watchStranded: SQLText = """
    SELECT person_id FROM watches
    WHERE next_fire_at IS NOT NULL AND next_fire_at > $1 ORDER BY next_fire_at LIMIT $2
    """
  static let journeyStranded: SQLText = """
    SELECT id FROM travels
    WHERE next_fire_at IS NOT NULL AND next_fire_at > $1 ORDER BY next_fire_at LIMIT $2
    """
  /// `$1` a minute ago, `$2` findings, `$3` soon. Ordered by the time of use, which is never
  /// postponed.
  static let codeLate: SQLText = """
    SELECT id FROM check_in_codes
    WHERE due_at IS NOT NULL AND (used_at IS NULL OR used_at NOT BETWEEN $1 AND $3)
    ORDER BY due_at LIMIT $2
    """
  /// `$1` a day ago, `$2` findings, `$3` the reason. Later it is left to the operator, who has been
  /// notified of it.
  static let messageGivenUp: SQLText = """
    SELECT id, finished_at FROM deliveries
    WHERE state = 'dead' AND finished_at >= $1 AND last_error = $3 LIMIT $2
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
  /// Finds escalations that wait longer than the longest pause of their stage. `$1` now plus some minutes,
  /// because a clock may be being set; `$2` findings.
  static let escalationStranded: SQLText = """
    SELECT alert_id FROM escalations
    WHERE next_fire_at IS NOT NULL AND next_fire_at > $1 + \(milliseconds(EscalationRules.holding))
      AND (stage <> \(Escalation.Stage.broadcasting.rawValue)
        OR next_fire_at > $1 + \(milliseconds(EscalationRules.longestPause)))
    ORDER BY next_fire_at LIMIT $2
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
  /// The first message of an alert to a recipient counts as stranded when it waits for more than an
  /// hour, the longest delay a carrier may ask for. `$1` stranded after, `$2` findings. Reads only
  /// the 10,000 rows with the latest next attempt, because messages held back by quiet hours wait
  /// there too.
  static let alarmStranded: SQLText = """
    SELECT id FROM (
      SELECT id, priority, channel_rank FROM deliveries
      WHERE state = 'ready' AND next_attempt_at > $1 ORDER BY next_attempt_at DESC LIMIT 10000
    ) AS waiting
    WHERE channel_rank = 0 AND priority <= \(Delivery.Priority.missedCheckIn.rawValue) LIMIT $2
    """
  static let leaseStranded: SQLText = """
    SELECT id FROM deliveries WHERE state = 'leased' AND lease_until > $1
    ORDER BY lease_until LIMIT $2
    """
  /// Leased without an end, so that the lease never lapses.
  static let leaseEndless: SQLText = """
    SELECT id FROM deliveries WHERE state = 'leased' AND lease_until IS NULL LIMIT $1
    """
  /// Messages that no carrier has taken and that are in no state there is. Reads the 10,000 messages of the
  /// newest alerts that are on.
  static let stateUnknown: SQLText = """
    SELECT id FROM (
      SELECT d.id, d.state, d.accepted_at FROM alerts a JOIN deliveries d ON d.alert_id = a.id
      WHERE a.ended_at IS NULL ORDER BY a.id DESC LIMIT 10000
    ) AS recent
    WHERE (state IN (\(literals: states))) IS NOT TRUE
      AND accepted_at IS NULL LIMIT $1
    """
  static let queues = [
    alarmHalfEnded, watchLate, watchFailing, journeyLate, journeyFailing, escalationLate,
    escalationStranded, watchStranded, journeyStranded, codeLate, messageGivenUp,
    pingLate, deliveryLate, leaseLapsed, deliveryStranded, alarmStranded, leaseStranded,
    leaseEndless, stateUnknown,
  ]

  private static let states = Delivery.State.allCases.map(\.rawValue)
  private static func milliseconds(_ seconds: TimeInterval) -> Int64 { Int64(seconds) * 1_000 }
}
