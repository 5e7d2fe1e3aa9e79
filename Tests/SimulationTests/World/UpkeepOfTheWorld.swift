import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// What a sweep may not take, and when a drill may come.
final class UpkeepOfTheWorld {
  private var drills: Set<Int64> = []
  private var deliveries = 0
  private var people = 0

  func check(_ database: Database, _ world: Simulation) throws {
    try checkDrills(database, world)
    if world.span.isMonth {
      try checkDevices(database, world)
    } else {
      try checkRowsStay(database, world)
    }
  }

  /// Messages go only with a person, and with what names that person. A month is longer than they are kept:
  /// there each sweep is looked at.
  private func checkRowsStay(_ database: Database, _ world: Simulation) throws {
    let row = try Row.fetchOne(
      try database.cachedStatement(
        sql: "SELECT (SELECT count(*) FROM deliveries), (SELECT count(*) FROM people)"))
    let (count, people): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
    if count < deliveries, people >= self.people {
      world.fail("\(deliveries - count) rows of messages are gone")
    }
    (deliveries, self.people) = (count, people)
  }

  // MARK: Sweeps

  /// Rows that are still needed, by the names under which ``there`` lists them: rows that wait or
  /// are on, and rows that ended within the time for which they are kept.
  private static let needed = """
    SELECT 'message ' || id FROM deliveries WHERE finished_at IS NULL OR finished_at > :kept
    UNION ALL SELECT 'alarm ' || id FROM alerts WHERE ended_at IS NULL OR ended_at > :kept
    UNION ALL SELECT 'calling ' || alert_id FROM escalations WHERE ended_at IS NULL
    UNION ALL SELECT 'watch ' || person_id FROM watches
    UNION ALL SELECT 'journey ' || id FROM travels WHERE ended_at IS NULL
    UNION ALL SELECT 'check-in ' || id FROM check_ins WHERE recorded_at > :kept
    UNION ALL SELECT 'code ' || id FROM check_in_codes WHERE due_at IS NOT NULL
    """
  private static let there = """
    SELECT 'message ' || id FROM deliveries UNION ALL SELECT 'alarm ' || id FROM alerts
    UNION ALL SELECT 'calling ' || alert_id FROM escalations
    UNION ALL SELECT 'watch ' || person_id FROM watches
    UNION ALL SELECT 'journey ' || id FROM travels
    UNION ALL SELECT 'check-in ' || id FROM check_ins
    UNION ALL SELECT 'code ' || id FROM check_in_codes
    """
  /// Milliseconds by which a clock may be set while a sweep is under way.
  private static let slack: Int64 = 600_000

  func sweep(_ world: Simulation, _ life: Life) async throws {
    guard !world.damage.isDone else { return try await life.sweep() }
    let kept =
      (world.clock.now - life.engine.configuration.retention).milliseconds + Self.slack
    let people = try Self.read("SELECT '' || id FROM people", of: life)
    let needed = try Self.read(Self.needed, ["kept": kept], of: life)
    let swept = try await life.services.sweep.turn()
    try world.plant?.afterSweep(life.ledger.pool)
    world.count("sweep")
    if swept > 0 { world.count("sweep that removes") }
    // With a person goes all of theirs.
    guard try Self.read("SELECT '' || id FROM people", of: life) == people else { return }
    let gone = needed.subtracting(try Self.read(Self.there, of: life))
    for row in gone.sorted() { world.fail("a sweep has taken \(row)") }
  }

  private static func read(
    _ sql: String, _ arguments: StatementArguments = [:], of life: Life
  ) throws -> Set<String> {
    try life.requireAlive()
    return try life.ledger.pool.read { try String.fetchSet($0, sql: sql, arguments: arguments) }
  }

  // MARK: Devices

  /// Seconds after which an ended sign-in has no device any more that messages go to: the sweep looks once
  /// an hour, and a server that is down does not.
  private static let forgetting: TimeInterval = 6 * 3_600

  private func checkDevices(_ database: Database, _ world: Simulation) throws {
    let now = world.clock.now.milliseconds
    let kept = try Int64.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT c.id FROM channels c LEFT JOIN sessions s ON s.id = c.session_id
          WHERE c.session_id IS NOT NULL AND c.disabled_at IS NULL
            AND (s.id IS NULL OR s.revoked_at IS NOT NULL OR s.expires_at < ?)
          """), arguments: [now - Int64(Self.forgetting * 1_000)])
    for channel in kept { world.fail("the sign-in of device \(channel) is over, and it is on") }
  }

  // MARK: Drills

  /// None begins while an alarm is on that concerns its person, unless it is one that nothing shows.
  private func checkDrills(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT d.id, EXISTS (
            SELECT 1 FROM alerts a WHERE a.ended_at IS NULL AND a.kind <> 'duress'
              AND (a.person_id = d.person_id OR EXISTS (
                SELECT 1 FROM relations r WHERE r.owner_id = d.person_id
                  AND r.peer_id = a.person_id AND r.is_dependent = 1 AND r.status = 'accepted')))
          FROM deliveries d WHERE d.dedupe_key >= 'drill:' AND d.dedupe_key < 'drill;'
          """))
    for row in rows {
      let (id, isAlarmOn): (Int64, Bool) = (row[0], row[1])
      guard drills.insert(id).inserted else { continue }
      world.count("drill")
      if isAlarmOn { world.fail("a drill begins while an alarm is on: \(id)") }
    }
  }

  func checkTheEnd(_ database: Database, _ world: Simulation) throws {
    let late = try Int64.fetchAll(
      database, sql: "SELECT person_id FROM drills WHERE next_fire_at < ?",
      arguments: [world.clock.now.milliseconds - 2_400_000])
    for person in late { world.fail("no one looks after the drill of \(person)") }
    let concluded = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM drills WHERE ended_at IS NOT NULL")
    for _ in 0..<(concluded ?? 0) { world.count("drill concluded") }
  }
}
