import Foundation
import GRDB
import LifeSignalModel

@testable import LifeSignalStorage

/// What the auditor sees broken, and what of that no one is to blame for.
extension Simulation {
  /// While faults happen rows may be late; in a long calm none is.
  func audited(_ findings: [AuditFinding], in life: Life) {
    count("audit")
    for finding in findings { note("the auditor finds \(finding)") }
    guard !damage.isDone, let calmSince, clock.time > calmSince + 900_000 else { return }
    for finding in findings where !isExcused(finding, in: life) {
      fail("in a calm the auditor finds \(finding)")
    }
  }

  func isExcused(_ finding: AuditFinding, in life: Life) -> Bool {
    do {
      return try life.ledger.pool.read { database in
        switch finding.kind {
        case .messageGivenUp: try mayBeGivenUp(finding.subject, database)
        case .alarmUnreached: try mayBeUnreached(finding.subject, database)
        default: false
        }
      }
    } catch {
      fail("the database cannot be read: \(error)")
      return false
    }
  }

  /// A message whose result was lost again and again while faults happened stays named until the operator
  /// looks. Nothing is wrong with that where it is no alert, or where a carrier has said that it has it.
  private func mayBeGivenUp(_ id: Int64, _ database: Database) throws -> Bool {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT d.idempotency_key, d.priority <= 1 AND n.related_alert_id IS NOT NULL
        FROM deliveries d LEFT JOIN notifications n ON n.id = d.notification_id WHERE d.id = ?
        """, arguments: [id])
    guard let row else { return false }
    let (key, isAlert): (String, Bool) = (row[0], row[1])
    guard !isAlert || carrierLog.has(key) else { return false }
    count("given up after lost results")
    return true
  }

  /// Whether no carrier may have a message of this alert: only if every address of the called
  /// responders is dead, or the carrier has returned what it took. Messages that still wait do not
  /// matter.
  private func mayBeUnreached(_ alert: Int64, _ database: Database) throws -> Bool {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT d.idempotency_key, d.address,
          d.state = 'ready' AND d.attempts = 0 AND d.next_attempt_at > :late
        FROM deliveries d JOIN alerts a ON a.id = d.alert_id
        WHERE a.id = :alert AND d.person_id <> a.person_id
          AND (d.state <> 'dead' OR d.last_error IS NULL OR d.last_error <> 'withdrawn')
        """,
      arguments: [
        "alert": alert, "late": clock.now.milliseconds - Int64(span.lateness * 1_000),
      ])
    var isLost = false
    for row in rows {
      let (key, address, waits): (String, String, Bool) = (row[0], row[1], row[2])
      if addresses.isDead(address) || carrierLog.refused.contains(key) {
        isLost = true
      } else if !waits {
        return false
      }
    }
    if isLost { count("alert that reaches no address") }
    return isLost
  }
}
