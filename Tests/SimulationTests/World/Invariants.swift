import Foundation
import GRDB
import LifeSignalModel
import LifeSignalStorage

/// What must be so after every commit, read from the database by statements of its own.
final class Invariants {
  private struct AlertRow {
    var id: Int64
    var person: Int64
    var kind: String
    var gen: Int64?
    var startedAt: Int64
    var endedAt: Int64?
    var reason: String?
  }

  private struct WatchRow {
    var gen: Int64
    /// Deadline and grace, when there is a deadline.
    var deadline: Int64?
    var alarmAt: Int64?
  }

  private var open: Set<Int64> = []
  private var ended: Set<Int64> = []
  private var watches: [Int64: WatchRow] = [:]
  private var leased: Set<String> = []
  private var checks = 0
  let alarms = AlarmsOfTheWorld()
  let timelines = TimelinesOfTheWorld()
  let silence = SilenceOfTheWorld()
  let nights = CallsAtNight()
  private let lateness = Lateness()

  /// Each names what is wrong with a row; none may give one. A row that failed is pushed forward, and
  /// then the clock may be set back.
  private static let rules = """
    SELECT 'missed, and no alarm is on: person ' || person_id FROM watches w
    WHERE stage = 5 AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.person_id = w.person_id AND a.kind = 'missedCheckIn'
        AND a.gen = w.gen AND a.ended_at IS NULL)
    UNION ALL
    SELECT 'an alarm is on for somebody who has missed nothing: ' || person_id FROM alerts a
    WHERE kind = 'missedCheckIn' AND ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM watches w WHERE w.person_id = a.person_id AND w.stage = 5)
    UNION ALL
    SELECT 'a deadline without a timer: person ' || person_id FROM watches
    WHERE deadline_at IS NOT NULL AND stage <> 5 AND next_fire_at IS NULL
    UNION ALL
    SELECT 'a timer beyond the alarm: person ' || person_id FROM watches
    WHERE paused_until IS NULL AND stage < 4
      AND next_fire_at > max(deadline_at + grace_ms, :now) + 320000
    UNION ALL
    SELECT 'a deadline that follows from nothing: person ' || person_id FROM watches
    WHERE plan_times IS NULL AND paused_until IS NULL AND resumed_at IS NULL
      AND deadline_at <> last_check_in_at + interval_ms
    UNION ALL
    SELECT 'a journey without a timer: ' || id FROM travels
    WHERE ended_at IS NULL AND stage < 4 AND next_fire_at IS NULL
    UNION ALL
    SELECT 'a journey overdue, and no alarm is on: ' || id FROM travels t
    WHERE ended_at IS NULL AND stage = 4 AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.person_id = t.person_id AND a.kind = 'travel'
        AND a.gen = t.id AND a.ended_at IS NULL)
    UNION ALL
    SELECT 'an alarm ended by a check-in nobody made: ' || id FROM alerts a
    WHERE end_reason = 'checkedIn' AND NOT EXISTS (
      SELECT 1 FROM check_ins c WHERE c.person_id = a.person_id AND c.recorded_at = a.ended_at)
    UNION ALL
    SELECT 'an alarm ended without a reason: ' || id FROM alerts
    WHERE ended_at IS NOT NULL AND end_reason IS NULL
    UNION ALL
    SELECT 'told twice of one event: ' || person_id || ' ' || event FROM notifications
    WHERE event IN ('dependentRecovered', 'dependentAlertDeactivated', 'dependentArrived')
      AND related_alert_id IS NOT NULL
    GROUP BY person_id, event, related_alert_id HAVING count(*) > 1
    UNION ALL
    SELECT 'an alarm is on, and nobody has it nor is called next: ' || id FROM alerts a
    WHERE ended_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM escalations e WHERE e.alert_id = a.id AND e.ended_at IS NULL
        AND e.next_fire_at IS NOT NULL)
    UNION ALL
    SELECT 'the calling goes on after the alarm: ' || a.id FROM alerts a
    JOIN escalations e ON e.alert_id = a.id
    WHERE a.ended_at IS NOT NULL AND e.ended_at IS NULL
    UNION ALL
    SELECT 'somebody has their own alarm: ' || person_id FROM escalations
    WHERE holder_id = person_id
    UNION ALL
    SELECT 'somebody has an alarm who is no responder: ' || holder_id FROM escalations e
    WHERE ended_at IS NULL AND holder_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM relations r WHERE r.owner_id = e.person_id AND r.peer_id = e.holder_id
        AND r.is_responder = 1 AND r.status = 'accepted')
    UNION ALL
    SELECT 'an alarm that nobody has is held, or one that somebody has is not: ' || alert_id
    FROM escalations WHERE ended_at IS NULL AND (holder_id IS NULL) <> (stage < 2)
    UNION ALL
    SELECT 'two rows of one message: ' || notification_id FROM deliveries
    WHERE notification_id IS NOT NULL GROUP BY notification_id, channel_id HAVING count(*) > 1
    UNION ALL
    SELECT 'a row without a future: ' || id FROM deliveries
    WHERE state = 'ready' AND next_attempt_at > give_up_at
    """

  /// After every commit. Statements are prepared once for each life: preparing them cost more than
  /// all the rest of a simulation.
  func check(_ world: Simulation, _ life: Life) {
    do {
      try life.ledger.pool.read { database in
        let now: StatementArguments = ["now": world.clock.now.milliseconds]
        let rules = try database.cachedStatement(sql: Self.rules)
        for violation in try String.fetchAll(rules, arguments: now) { world.fail(violation) }
        try alarms.check(database, world)
        try timelines.check(database, world)
        try silence.check(database, world)
        try nights.check(database, world)
        try world.upkeep.check(database, world)
        try world.addresses.check(database, world, life)
        try checkAlerts(database, world)
        try checkClaims(database, world)
        if world.isPrompt { try lateness.look(database, world) }
        watches = try Self.watches(database)
      }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
    silence.compare(world, life)
    checks += 1
    if checks % 150 == 0 { timelines.examine(world, life) }
  }

  func lookAtDues(_ world: Simulation, _ life: Life) {
    do {
      try life.ledger.pool.read { try lateness.look($0, world) }
    } catch {
      world.fail("the database cannot be read: \(error)")
    }
  }

  // MARK: Alarms

  private func checkAlerts(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT id, person_id, kind, gen, started_at, ended_at, end_reason FROM alerts ORDER BY id
          """))
    for row in rows {
      let alert = AlertRow(
        id: row[0], person: row[1], kind: row[2], gen: row[3], startedAt: row[4], endedAt: row[5],
        reason: row[6])
      if !open.contains(alert.id), !ended.contains(alert.id) {
        world.note("alarm \(alert.kind) of \(alert.person)")
        world.count("alarm \(alert.kind)")
        try checkEverybodyIsToldOfTheAlarm(alert, database, world)
        try checkNobodyIsToldTooEarly(alert, database, world)
        if alert.kind != "duress" {
          try world.news.expect(alert.id, of: alert.person, database, world)
        }
        open.insert(alert.id)
      }
      if alert.endedAt != nil, open.remove(alert.id) != nil {
        world.note("end of \(alert.kind) of \(alert.person): \(alert.reason ?? "no reason")")
        world.count("end \(alert.kind)")
        ended.insert(alert.id)
        try checkEverybodyIsToldOfTheEnd(alert, database, world)
      }
    }
    if open.union(ended).count > rows.count { world.fail("an alarm is gone") }
  }

  /// The commit that raises the alert notifies the responders of the first step that reaches anyone,
  /// on each of their channels; all accepted responders who want alerts when no step reaches anyone.
  private func checkEverybodyIsToldOfTheAlarm(
    _ alert: AlertRow, _ database: Database, _ world: Simulation
  ) throws {
    guard alert.kind != "duress" else {
      return try silence.checkWhoIsTold(
        alert.id, of: alert.person, code: alert.gen, database, world)
    }
    let wanted = try Self.channels(
      "(:kind <> 'missedCheckIn' OR own.notify_on_expiry = 1) AND person.notify_alerts = 1",
      alert, database)
    let steps = alert.kind == "manual" ? [] : try Self.steps(alert.person, database)
    let named = Set(steps.joined())
    let first =
      steps.first { step in wanted.contains { step.contains($0.person) } }
      ?? Set(wanted.map(\.person)).subtracting(named)
    var called = wanted.filter { first.contains($0.person) }
    if called.isEmpty { called = try Self.channels("1 = 1", alert, database) }
    let told = try Int64.fetchSet(
      try database.cachedStatement(
        sql: """
          SELECT d.channel_id FROM deliveries d JOIN notifications n ON n.id = d.notification_id
          WHERE n.related_alert_id = ? AND n.event IN
            ('dependentNonResponsive', 'dependentAlertActivated', 'dependentTravelOverdue')
          """), arguments: [alert.id])
    for channel in called where !told.contains(channel.id) {
      world.fail("alarm \(alert.id) has no row for channel \(channel.id)")
    }
    if !steps.isEmpty { world.count("alarm with an order of calls") }
  }

  /// Whom the person's order of calls names, step by step; read in SQL, where the program does not.
  private static func steps(_ person: Int64, _ database: Database) throws -> [Set<Int64>] {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT step.key, CAST(responder.value AS INTEGER)
          FROM escalation_plans p, json_each(p.plan, '$.steps') step,
            json_each(step.value, '$.responders') responder
          WHERE p.person_id = ? ORDER BY step.key
          """), arguments: [person])
    var steps: [Set<Int64>] = []
    for row in rows {
      let (index, responder): (Int, Int64) = (row[0], row[1])
      while steps.count <= index { steps.append([]) }
      steps[index].insert(responder)
    }
    return steps
  }

  /// Channels of accepted responders who want to be told.
  private static func channels(
    _ isWanted: String, _ alert: AlertRow, _ database: Database
  ) throws -> [(id: Int64, person: Int64)] {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT c.id, r.peer_id FROM relations r
          JOIN people person ON person.id = r.peer_id
          JOIN relations own ON own.owner_id = r.peer_id AND own.peer_id = r.owner_id
          JOIN channels c ON c.person_id = r.peer_id AND c.disabled_at IS NULL
          WHERE r.owner_id = :owner AND r.is_responder = 1 AND r.status = 'accepted'
            AND :kind IS NOT NULL AND \(isWanted)
          """), arguments: ["owner": alert.person, "kind": alert.kind])
    return rows.map { ($0[0], $0[1]) }
  }

  private func checkEverybodyIsToldOfTheEnd(
    _ alert: AlertRow, _ database: Database, _ world: Simulation
  ) throws {
    let forgotten: [Int64]
    switch alert.kind {
    case "missedCheckIn":
      // The responder who has it is notified, no matter what they have switched off.
      forgotten = try Self.forgotten(
        """
        (own.notify_on_check_in = 1 OR EXISTS (SELECT 1 FROM escalations e
          WHERE e.alert_id = :alert AND e.holder_id = r.peer_id))
        AND person.notify_check_ins = 1 AND \(Self.wasTold)
        """,
        "n.related_contact_id = :owner AND n.event = 'dependentRecovered' AND n.at = :ended",
        alert, database)
    case "manual":
      forgotten = try Self.forgotten(
        "person.notify_alerts = 1 AND " + Self.wasTold,
        "n.related_alert_id = :alert AND n.event = 'dependentAlertDeactivated'", alert, database)
    case "duress":
      try silence.checkEnd(alert.id, reason: alert.reason, database, world)
      // But for the one who has ended it.
      forgotten = try Self.forgotten(
        """
        person.notify_alerts = 1 AND \(Self.wasTold) AND EXISTS (
          SELECT 1 FROM escalations e, json_each(e.steps) step,
            json_each(step.value, '$.responders') responder
          WHERE e.alert_id = :alert AND e.holder_id <> r.peer_id
            AND CAST(responder.value AS INTEGER) = r.peer_id)
        """, "n.related_alert_id = :alert AND n.event = 'alarmOver'", alert, database)
    default:
      forgotten = try Self.forgotten(
        "person.notify_check_ins = 1 AND " + Self.wasTold,
        "n.related_alert_id = :alert AND n.event = 'dependentArrived'", alert, database)
    }
    for channel in forgotten { world.fail("end of \(alert.id) has no row for channel \(channel)") }
  }

  private static let wasTold = """
    EXISTS (SELECT 1 FROM deliveries t JOIN notifications told ON told.id = t.notification_id
      WHERE told.related_alert_id = :alert AND t.person_id = r.peer_id)
    """

  /// Channels of responders who want to be told and for whom no row was written.
  private static func forgotten(
    _ isWanted: String, _ isTold: String, _ alert: AlertRow, _ database: Database
  ) throws -> [Int64] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT c.id FROM relations r
        JOIN people person ON person.id = r.peer_id
        JOIN relations own ON own.owner_id = r.peer_id AND own.peer_id = r.owner_id
        JOIN channels c ON c.person_id = r.peer_id AND c.disabled_at IS NULL
        WHERE r.owner_id = :owner AND r.is_responder = 1 AND r.status = 'accepted'
          AND :kind IS NOT NULL AND :alert IS NOT NULL AND coalesce(:ended, 0) IS NOT NULL
          -- No one is rung up for less than an alarm.
          AND c.kind <> 'voice' AND \(isWanted)
          AND NOT EXISTS (SELECT 1 FROM deliveries d JOIN notifications n
            ON n.id = d.notification_id
            WHERE d.person_id = r.peer_id AND d.channel_id = c.id AND \(isTold))
        """)
    return try Int64.fetchAll(
      statement,
      arguments: [
        "owner": alert.person, "kind": alert.kind, "alert": alert.id, "ended": alert.endedAt,
      ])
  }

  /// Not before deadline and grace, and not before the courtesy after an outage has passed.
  private func checkNobodyIsToldTooEarly(
    _ alert: AlertRow, _ database: Database, _ world: Simulation
  ) throws {
    switch alert.kind {
    case "missedCheckIn":
      guard let watch = watches[alert.person], watch.gen == alert.gen,
        let deadline = watch.deadline, let alarmAt = watch.alarmAt
      else { return world.fail("alarm \(alert.id) names no deadline") }
      if alert.startedAt < alarmAt {
        world.fail("alarm \(alert.id) is \(alarmAt - alert.startedAt) ms early")
      }
      world.pauses.check(alert.id, due: alarmAt, startedAt: alert.startedAt, world)
      let fairest = Self.fairest(alarmAt, deadline, world)
      if alert.startedAt < fairest {
        world.fail(
          "alarm \(alert.id) holds an outage against \(alert.person): "
            + "\((fairest - alert.startedAt) / 1_000) s of courtesy are missing")
      }
      if fairest != alarmAt { world.count("courtesy") }
    case "travel":
      let alarmAt = try Int64.fetchOne(
        database, sql: "SELECT due_at + grace_ms FROM travels WHERE id = ?",
        arguments: [alert.gen])
      if let alarmAt {
        world.pauses.check(alert.id, due: alarmAt, startedAt: alert.startedAt, world)
      }
      if alert.startedAt < alarmAt ?? .max { world.fail("journey's alarm \(alert.id) is early") }
    default: return
    }
  }

  /// The earliest alarm that holds no outage against anybody: where one hid the deadline or the alarm,
  /// a whole courtesy follows it. It is given once, or a server that falls again and again would put
  /// off an alarm for ever.
  private static func fairest(
    _ alarmAt: Int64, _ deadline: Int64, _ world: Simulation
  ) -> Int64 {
    let hiding = world.downtimes.filter { outage in
      let (start, end) = (outage.interval.start.milliseconds, outage.interval.end.milliseconds)
      return outage.interval.duration > world.span.outage
        && [deadline, alarmAt].contains { (start...end).contains($0) }
    }
    return hiding.map { $0.over.milliseconds + Int64(world.span.courtesy * 1_000) }.max() ?? alarmAt
  }

  // MARK: Messages

  /// Every person whose message is about to be sent still has a right to get it.
  private func checkClaims(_ database: Database, _ world: Simulation) throws {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT d.id || '#' || d.attempts AS claim, n.event, EXISTS (
            SELECT 1 FROM relations r WHERE r.owner_id = d.person_id
              AND r.peer_id = n.related_contact_id AND r.is_dependent = 1
              AND r.status = 'accepted') AS is_related,
            d.dedupe_key NOT LIKE '%:again:%' AND EXISTS (
              SELECT 1 FROM escalations e WHERE e.alert_id = d.alert_id
                AND e.holder_id IS NOT NULL AND e.ended_at IS NULL
                AND (e.holder_id = d.person_id OR EXISTS (
                  SELECT 1 FROM deliveries o JOIN notifications c ON c.id = o.notification_id
                  WHERE o.alert_id = d.alert_id AND o.person_id = d.person_id
                    AND c.event = n.event AND (c.id < n.id OR o.shown_at IS NOT NULL
                      OR o.opened_at IS NOT NULL)))) AS is_held
          FROM deliveries d JOIN notifications n ON n.id = d.notification_id
          WHERE d.state = 'leased'
          """))
    var now: Set<String> = []
    for row in rows {
      let (claim, event): (String, String) = (row["claim"], row["event"])
      now.insert(claim)
      let isCall = Self.calls.contains(event)
      guard !leased.contains(claim), event.hasPrefix("dependent") || Self.asks.contains(event)
      else { continue }
      let (isRelated, isHeld): (Bool, Bool) = (row["is_related"], row["is_held"])
      if !isRelated { world.fail("\(event) goes to somebody who is no responder") }
      if isCall, isHeld { world.fail("\(event) goes out although somebody has the alarm") }
    }
    leased = now
  }

  private static let calls: Set = [
    "dependentNonResponsive", "dependentAlertActivated", "dependentTravelOverdue",
    "dependentDuress",
  ]
  private static let asks: Set = ["alarmTaken", "alarmOffered", "alarmStillYours"]

  private static func watches(_ database: Database) throws -> [Int64: WatchRow] {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: "SELECT person_id, gen, deadline_at, grace_ms FROM watches"))
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let (deadline, grace): (Int64?, Int64) = (row[2], row[3])
        return (
          row[0], WatchRow(gen: row[1], deadline: deadline, alarmAt: deadline.map { $0 + grace })
        )
      })
  }
}
