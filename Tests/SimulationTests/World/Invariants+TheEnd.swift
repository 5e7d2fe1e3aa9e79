import Foundation
import GRDB
import LifeSignalModel
import LifeSignalStorage

/// What is looked at now and then, and when all is over.
extension Invariants {
  func checkAcknowledged(_ world: Simulation, in pool: DatabasePool) {
    do {
      let stored = try pool.read {
        try Set(
          String.fetchAll(
            $0,
            sql: """
              SELECT client_key FROM check_ins WHERE client_key IS NOT NULL
              UNION ALL SELECT '#' || id FROM check_ins
              """))
      }
      let lost = world.acknowledged.subtracting(stored).sorted()
      if !lost.isEmpty { world.fail("acknowledged check-ins are lost: \(lost)") }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
  }

  /// After the faults are over and time has gone on.
  func checkTheEnd(of world: Simulation, _ life: Life, notesState: Bool) {
    let pool = life.ledger.pool
    checkAcknowledged(world, in: pool)
    alarms.checkTheEnd(world)
    silence.checkTheEnd(world, in: pool)
    timelines.examine(world, life)
    do {
      try pool.read { database in
        try checkNothingIsLost(database, world)
        try checkNobodyIsForgotten(database, world)
        try checkEveryWayIsTried(database, world)
        try world.upkeep.checkTheEnd(database, world)
        if notesState { try noteState(database, world) }
        let problems = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        if problems != ["ok"] { world.fail("the file is damaged: \(problems)") }
      }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
  }

  /// Every message of an alert is with a carrier, unless a carrier refused it or it is no longer
  /// owed.
  private func checkNothingIsLost(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT d.id, d.idempotency_key, d.state, d.last_error, d.attempts,
          coalesce(d.lease_until, d.next_attempt_at) AS due_at,
          d.priority <= 1 AND n.related_alert_id IS NOT NULL AS is_alarm
        FROM deliveries d LEFT JOIN notifications n ON n.id = d.notification_id
        """)
    for row in rows {
      let (id, key, state): (Int64, String, String) = (
        row["id"], row["idempotency_key"], row["state"]
      )
      let handed = world.carrierLog.attempts[key] ?? []
      let attempts: Int = row["attempts"]
      if handed != Array(Set(handed)).sorted() || attempts < handed.count {
        world.fail("row \(id) was sent again, and nothing says so: \(handed) of \(attempts)")
      }
      if handed.count > 1 { world.count("possibly sent twice") }
      switch state {
      case "done":
        if !world.carrierLog.has(key) { world.fail("row \(id) is done, and no carrier has it") }
        world.count("sent")
      case "dead":
        let error: String? = row["last_error"]
        if error == "withdrawn" {
          world.count("withdrawn")
        } else if error == Delivery.endedProcess, world.carrierLog.has(key) {
          // Its carrier took it each time, and only the result was lost, five times in a row.
          world.count("given up though a carrier has it")
        } else if row["is_alarm"], !world.carrierLog.refused.contains(key) {
          world.fail("row \(id) of an alarm is lost: \(error ?? "no reason")")
        }
      default:
        // A promise of the last minutes may be on its way.
        let dueAt: Int64 = row["due_at"]
        if dueAt < world.clock.now.milliseconds - Int64(world.span.lateness * 1_000) {
          world.fail("row \(id) still waits: \(state)")
        }
      }
    }
  }

  private func checkNobodyIsForgotten(_ database: Database, _ world: Simulation) throws {
    let latest =
      world.clock.now.milliseconds
      - Int64((world.span.courtesy + world.span.lateness) * 1_000) + 180_000
    let forgotten = try Int64.fetchAll(
      database,
      sql: """
        SELECT person_id FROM watches
        WHERE stage <> 5 AND paused_until IS NULL AND deadline_at + grace_ms < ?
        """, arguments: [latest])
    for person in forgotten { world.fail("nobody notices that \(person) is missing") }
  }

  /// For comparing two runs: what the database came to.
  private func noteState(_ database: Database, _ world: Simulation) throws {
    let keys = [
      "watches": "person_id", "escalations": "alert_id", "timeline": "person_id, sequence",
    ]
    let tables = [
      "watches", "alerts", "escalations", "check_ins", "notifications", "deliveries", "timeline",
    ]
    for table in tables {
      let key = keys[table] ?? "id"
      for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY \(key)") {
        world.note("\(table) \(row.databaseValues.map { "\($0)" }.joined(separator: "|"))")
      }
    }
  }
}
