import GRDB
import LifeSignalModel

/// What the auditor sees broken, and what of that no one is to blame for.
extension Simulation {
  /// While faults happen rows may be late; in a long calm none is.
  func audited(_ findings: [AuditFinding], in life: Life) {
    count("audit")
    for finding in findings { note("the auditor finds \(finding)") }
    guard let calmSince, clock.time > calmSince + 900_000 else { return }
    for finding in findings where !isExcused(finding, in: life) {
      fail("in a calm the auditor finds \(finding)")
    }
  }

  func isExcused(_ finding: AuditFinding, in life: Life) -> Bool {
    do {
      return try life.ledger.pool.read { database in
        switch finding.kind {
        case .messageGivenUp: try mayBeGivenUp(finding.subject, database)
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
}
