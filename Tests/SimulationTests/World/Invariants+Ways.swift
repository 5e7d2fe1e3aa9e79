import Foundation
import GRDB
import LifeSignalModel

extension Invariants {
  /// When no one has taken an alert a while after it began, every responder who was called was
  /// called on each of their channels, and a carrier has received each of these messages. Messages
  /// that are silent in quiet hours may still wait for their end.
  func checkEveryWayIsTried(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT called.alert_id, called.person_id, c.id AS channel, d.idempotency_key, d.last_error
        FROM (
          SELECT DISTINCT a.id AS alert_id, n.person_id, n.id AS entry, n.at FROM alerts a
          JOIN notifications n ON n.related_alert_id = a.id
          JOIN relations r ON r.owner_id = a.person_id AND r.peer_id = n.person_id
            AND r.is_responder = 1 AND r.status = 'accepted'
          WHERE a.ended_at IS NULL AND n.at < :before AND n.event IN (
            'dependentNonResponsive', 'dependentAlertActivated', 'dependentTravelOverdue',
            'dependentDuress')
            AND EXISTS (SELECT 1 FROM deliveries own WHERE own.notification_id = n.id)
        ) AS called
        JOIN channels c ON c.person_id = called.person_id AND c.disabled_at IS NULL
          AND c.quiet <> 'everything' AND c.created_at <= called.at
        LEFT JOIN deliveries d ON d.notification_id = called.entry AND d.channel_id = c.id
        -- Written while it was to be silent: it waits for when it was written for.
        WHERE d.id IS NULL OR d.state <> 'ready' OR d.attempts > 0 OR d.next_attempt_at <= :now
        """,
      arguments: [
        "now": world.clock.now.milliseconds - Int64(world.span.lateness * 1_000),
        "before": world.clock.now.milliseconds - 1_500_000,
      ])
    for row in rows {
      let (alarm, person, channel): (Int64, Int64, Int64) = (row[0], row[1], row[2])
      guard !world.alarms.wasEverHeld(alarm) else { continue }
      guard let key = row["idempotency_key"] as String? else {
        world.fail("\(person) is called for \(alarm), and not by channel \(channel)")
        continue
      }
      world.count("way tried")
      if world.carrierLog.attempts[key] == nil {
        let reason: String = row["last_error"] ?? "no reason"
        world.fail("no carrier had \(key) for \(person) by channel \(channel): \(reason)")
      }
    }
  }
}
