import Foundation
import GRDB
import LifeSignalModel

/// A fault planted on purpose: a simulation is worth nothing unless it finds each of them.
enum Plant: String, CaseIterable, Sendable {
  /// The alarm is one transaction, the rows of its messages the next.
  case splitsClaimAndOutbox
  /// A lease that lapses counts as a failure.
  case failsLapsedLeases
  /// What a message takes for granted is not looked at again before it is sent.
  case dropsPremises
  /// Timers live in memory: what came due while the process was gone is never looked at.
  case trustsTimers
  /// A message is marked as sent before it is.
  case marksBeforeSending
  /// A check-in is acknowledged and then not there.
  case losesCheckIns
  /// An answer to an alert counts although another responder has it by now.
  case ignoresTheFirstAnswer
  /// Calling ends once every responder has been called once.
  case endsWithThePlan
  /// Who was called is not written down.
  case forgetsWhoWasTold
  /// An entry of a timeline is changed afterwards.
  case rewritesTheTimeline
  /// A silent alarm is entered for its own person too.
  case tellsOfSilentAlarms
  /// That a code was used is not looked at any more once it has been answered.
  case forgetsUsedCodes
  /// Every second browser or phone is left out.
  case dropsPushRows
  /// Alarms wait for the end of quiet hours.
  case holdsAlarmsAtNight
  /// A message to a dead address counts as delivered.
  case takesGoneForSuccess
  /// The sweep takes what has no end yet for what ended long ago.
  case sweepsLiveRows
  /// The next call for a journey's alert fails whenever it is tried.
  case failsCallsOfJourneys
  /// What has changed is announced to no page.
  case announcesNothing
  /// Everything missed is noticed 4:50 minutes late.
  case delaysAlarms
  /// Nothing wakes the loops before they look by themselves.
  case dropsNudges
  /// While one row is spoilt no message is claimed.
  case stopsAtSpoiltRows
  /// Where several writes share a commit, people have their answers whether it comes about or not.
  case acknowledgesBeforeCommit

  func beforeWrite(_ pool: DatabasePool, _ world: Simulation) throws {
    switch self {
    case .failsLapsedLeases:
      try pool.write { database in
        try database.execute(
          sql: """
            UPDATE deliveries SET state = 'dead', lease_owner = NULL, lease_until = NULL,
              last_error = 'lapsed'
            WHERE state = 'leased' AND lease_until <= ?
            """, arguments: [world.clock.now.milliseconds])
      }
    case .splitsClaimAndOutbox:
      try withhold(pool)
    case .stopsAtSpoiltRows where world.damage.isDone:
      try execute(
        """
        CREATE TEMP TRIGGER IF NOT EXISTS no_claims BEFORE UPDATE OF state ON main.deliveries
        WHEN NEW.state = 'leased' BEGIN SELECT RAISE(ABORT, 'planted'); END
        """, pool)
    default: break
    }
  }

  func afterWrite(_ pool: DatabasePool, _ world: Simulation) throws {
    switch self {
    case .splitsClaimAndOutbox:
      // In real life a crash hits the moment between; here every commit is looked at.
      guard world.life?.isOver == false else { return }
      world.committed(in: world.life!)
      try release(pool)
    case .dropsPremises:
      try execute(
        "UPDATE deliveries SET dedupe_key = 'x' || dedupe_key WHERE dedupe_key LIKE 'd%'", pool)
    case .marksBeforeSending:
      try execute(
        "UPDATE deliveries SET state = 'done', lease_owner = NULL, lease_until = NULL WHERE state = 'leased' AND attempts = 1 AND id % 2 = 0",
        pool)
    case .losesCheckIns:
      try execute("DELETE FROM check_ins WHERE id % 7 = 0", pool)
    case .endsWithThePlan:
      try execute(
        "UPDATE escalations SET ended_at = next_fire_at, next_fire_at = NULL WHERE exhausted_at IS NOT NULL AND ended_at IS NULL",
        pool)
    case .forgetsWhoWasTold:
      try execute("UPDATE escalations SET told = '' WHERE ended_at IS NULL", pool)
    case .rewritesTheTimeline:
      try execute(
        """
        DROP TRIGGER IF EXISTS timeline_never_changes;
        UPDATE timeline SET at = at + 1 WHERE sequence = 5 AND at % 2 = 0;
        """, pool)
    case .tellsOfSilentAlarms:
      try execute(
        """
        UPDATE notifications SET person_id = (
          SELECT a.person_id FROM alerts a WHERE a.id = related_alert_id)
        WHERE event = 'dependentDuress'
        """, pool)
    case .forgetsUsedCodes:
      try execute("UPDATE check_in_codes SET due_at = NULL WHERE due_at IS NOT NULL", pool)
    case .dropsPushRows:
      try execute(
        "DELETE FROM deliveries WHERE kind IN ('webpush', 'apns') AND channel_id % 2 = 1", pool)
    case .holdsAlarmsAtNight:
      try execute(
        """
        UPDATE deliveries SET next_attempt_at = next_attempt_at + 28800000,
          give_up_at = give_up_at + 28800000
        WHERE state = 'ready' AND attempts = 0 AND priority <= 1
          AND next_attempt_at < created_at + 28800000
          AND person_id IN (SELECT id FROM people WHERE quiet_from IS NOT NULL)
        """, pool)
    case .failsCallsOfJourneys:
      try execute(
        """
        CREATE TEMP TRIGGER IF NOT EXISTS no_calls BEFORE UPDATE OF calls ON main.escalations
        WHEN NEW.calls <> OLD.calls AND NEW.holder_id IS OLD.holder_id
          AND NEW.offered_to_id IS OLD.offered_to_id
          AND (SELECT kind FROM alerts WHERE id = OLD.alert_id) = 'travel'
        BEGIN SELECT RAISE(ABORT, 'planted'); END
        """, pool)
    case .delaysAlarms:
      try execute(
        """
        UPDATE watches SET next_fire_at = deadline_at + grace_ms + 290000
        WHERE stage = 3 AND paused_until IS NULL AND next_fire_at < deadline_at + grace_ms + 290000;
        UPDATE travels SET next_fire_at = due_at + grace_ms + 290000
        WHERE stage = 2 AND ended_at IS NULL AND next_fire_at < due_at + grace_ms + 290000;
        """, pool)
    case .failsLapsedLeases, .trustsTimers, .ignoresTheFirstAnswer, .takesGoneForSuccess,
      .sweepsLiveRows, .announcesNothing, .dropsNudges,
      .stopsAtSpoiltRows, .acknowledgesBeforeCommit:
      break
    }
  }

  func afterSweep(_ pool: DatabasePool) throws {
    guard self == .sweepsLiveRows else { return }
    try execute(
      """
      DELETE FROM deliveries WHERE finished_at IS NULL;
      DELETE FROM travels WHERE ended_at IS NULL;
      """, pool)
  }

  /// An alarm was answered, which another one may have already.
  func afterAnswer(
    to alarm: AlertRecord.ID, by person: Person.ID, _ pool: DatabasePool, _ world: Simulation
  ) throws {
    guard self == .ignoresTheFirstAnswer, let life = world.life, !life.isOver else { return }
    try pool.write { database in
      try database.execute(
        sql: """
          UPDATE escalations SET holder_id = ?, gen = gen + 1
          WHERE alert_id = ? AND holder_id IS NOT NULL AND holder_id <> ?
          """,
        arguments: [person.int64, alarm.int64, person.int64])
    }
    world.committed(in: life)
  }

  func afterRestart(_ pool: DatabasePool, _ world: Simulation) throws {
    guard self == .trustsTimers else { return }
    try pool.write { database in
      try database.execute(
        sql: "UPDATE watches SET next_fire_at = NULL WHERE next_fire_at <= ?",
        arguments: [world.clock.now.milliseconds])
    }
  }

  private func execute(_ sql: String, _ pool: DatabasePool) throws {
    try pool.write { try $0.execute(sql: sql) }
  }

  /// A trigger that lives and dies with the connection takes the rows aside.
  private func withhold(_ pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { database in
      guard try !database.tableExists("withheld") else { return }
      let taken = try database.columns(in: "deliveries").map { "NEW.\($0.name)" }
        .joined(separator: ", ")
      try database.execute(
        sql: """
          CREATE TEMP TABLE withheld AS SELECT * FROM main.deliveries WHERE 0;
          CREATE TEMP TABLE gate AS SELECT 0 AS is_open;
          CREATE TEMP TRIGGER withhold BEFORE INSERT ON main.deliveries
          WHEN NOT (SELECT is_open FROM temp.gate)
          BEGIN
            INSERT INTO withheld VALUES (\(taken));
            SELECT RAISE(IGNORE);
          END;
          """)
    }
  }

  private func release(_ pool: DatabasePool) throws {
    try execute(
      """
      UPDATE temp.gate SET is_open = 1;
      INSERT OR IGNORE INTO main.deliveries SELECT * FROM temp.withheld;
      DELETE FROM temp.withheld;
      UPDATE temp.gate SET is_open = 0;
      """, pool)
  }
}
