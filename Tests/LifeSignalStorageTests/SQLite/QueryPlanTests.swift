import GRDB
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// The statements that run all the time must not read more than they return, also with a million
/// people.
@Suite(.temporaryFolder) struct QueryPlanTests {
  @Test(arguments: [
    (WatchStatements.due, "watches_next_fire"),
    (WatchStatements.earliest, "watches_next_fire"),
    (WatchStatements.byPerson, "PRIMARY KEY"),
    (TimerStatements.of(CheckInCode.self).due, "check_in_codes_due"),
    (TimerStatements.of(CheckInCode.self).earliest, "check_in_codes_due"),
    (CheckInCodeStatements.byHash, "INDEX sqlite_autoindex_check_in_codes"),
    (CheckInCodeStatements.unused, "check_in_codes_sheet"),
    (CheckInCodeStatements.sheetOfPerson, "check_in_sheets_person"),
    (EscalationStatements.plans, "PRIMARY KEY (rowid>?)"),
    (TimerStatements.of(Travel.self).due, "travels_next_fire"),
    (TimerStatements.of(Travel.self).earliest, "travels_next_fire"),
    (TimerStatements.of(Escalation.self).due, "escalations_next_fire"),
    (TimerStatements.of(Escalation.self).earliest, "escalations_next_fire"),
    (TimerStatements.of(Drill.self).due, "drills_next_fire"),
    (DrillStatements.unplanned, "PRIMARY KEY (rowid>?)"),
    (TravelStatements.open, "travels_open"),
    (TravelStatements.newest, "travels_person"),
    (TimerStatements.of(Ping.self).due, "pings_expiry"),
    (PingStatements.pendingTo, "pings_recipient (recipient_id=? AND status=?)"),
    (PingStatements.ofPerson, "pings_sender"),
    (PingStatements.ofPerson, "pings_recipient"),
    (OutboxStatements.earliest, "deliveries_next"),
    (OutboxStatements.earliest, "deliveries_leased"),
    (ClaimStatements.ready, "deliveries_ready"),
    (ClaimStatements.lapsed, "deliveries_leased"),
    (ClaimStatements.endLeases, "deliveries_leased (lease_until>?)"),
    (AuditStatements.missedWithoutAlarm.bounds, "watches_missed"),
    (AuditStatements.missedWithoutAlarm.broken, "watches_missed"),
    (AuditStatements.missedWithoutAlarm.broken, "alerts_open"),
    (AuditStatements.journeyWithoutAlarm.bounds, "travels_overdue"),
    (AuditStatements.journeyWithoutAlarm.broken, "travels_overdue"),
    (AuditStatements.journeyWithoutAlarm.broken, "alerts_open"),
    (AuditStatements.alarmUntold.bounds, "alerts_unended"),
    (AuditStatements.alarmUntold.broken, "alerts_unended"),
    (AuditStatements.alarmUntold.broken, "notifications_alert"),
    (AuditStatements.alarmUncalled.broken, "alerts_unended"),
    (AuditStatements.alarmUncalled.broken, "e USING INTEGER PRIMARY KEY"),
    (AuditStatements.alarmUnheard.broken, "alerts_unended"),
    (AuditStatements.alarmUnheard.broken, "notifications_alert"),
    (AuditStatements.escalationLate, "escalations_next_fire"),
    (AuditStatements.escalationStranded, "escalations_next_fire"),
    (AuditStatements.watchLate, "watches_next_fire"),
    (AuditStatements.watchFailing, "watches_next_fire"),
    (AuditStatements.journeyLate, "travels_next_fire"),
    (AuditStatements.journeyFailing, "travels_next_fire"),
    (AuditStatements.pingLate, "pings_expiry"),
    (AuditStatements.deliveryLate, "deliveries_next"),
    (AuditStatements.leaseLapsed, "deliveries_leased"),
    (AuditStatements.deliveryStranded, "deliveries_next"),
    (AuditStatements.leaseStranded, "deliveries_leased"),
    (AuditStatements.leaseEndless, "deliveries_leased (lease_until=?)"),
    (AuditStatements.stateUnknown, "alerts_unended"),
    (AuditStatements.stateUnknown, "deliveries_alert (alert_id=?)"),
    (ClaimStatements.claim, "PRIMARY KEY"),
    (LadderStatements.bounce, "PRIMARY KEY"),
    (LadderStatements.aboutAlertToPerson, "deliveries_alert (alert_id=?)"),
    (ChannelStatements.lapsed, "channels_session"),
    (ReplyStatements.byID, "PRIMARY KEY"),
    (ThingStatements.byToken, "things_token"),
    (AccessTokenStatements.byHash, "(token_hash=?)"),
    (AccessTokenStatements.good, "access_tokens_person"),
    (RequestStatements.byName, "PRIMARY KEY"),
    (RequestStatements.finish, "PRIMARY KEY"),
    (RequestStatements.sweep, "requests_started"),
    (ClaimStatements.buryTooLow, "deliveries_ready (kind=? AND priority<?)"),
    (ClaimStatements.buryTooHigh, "deliveries_ready (kind=? AND priority>?)"),
  ])
  func `a frequent statement is served by its index`(statement: SQLText, index: String)
    async throws
  {
    let plan = try await plan(of: statement)
    #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.contains(index) }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN deliveries") || $0 == "SCAN watches" }, "\(plan)")
  }

  @Test(arguments: [
    WatchStatements.due, WatchStatements.earliest, TimerStatements.of(Travel.self).due,
    TravelStatements.newest,
    TimerStatements.of(Ping.self).due, TimerStatements.of(Ping.self).earliest,
    TimerStatements.of(Drill.self).due, DrillStatements.unplanned,
    ClaimStatements.ready, PingStatements.pendingTo, ThingStatements.ofPerson,
  ])
  func `the index already has the order asked for`(statement: SQLText) async throws {
    let plan = try await plan(of: statement)
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  /// Empty when all is well: to read the whole of such an index costs nothing.
  @Test(arguments: [
    (AuditStatements.watchWithoutTimer, "watches_untimed"),
    (AuditStatements.journeyWithoutTimer, "travels_untimed"),
    (DeadLetterStatements.figures[0].1, "deliveries_ready"),
    (DeadLetterStatements.figures[2].1, "deliveries_dead"),
  ])
  func `a scan is one of a partial index`(statement: SQLText, index: String) async throws {
    let plan = try await plan(of: statement)
    #expect(plan.contains { $0.contains(index) }, "\(plan)")
  }

  @Test(
    arguments: AuditStatements.queues + AuditStatements.pages.flatMap { [$0.bounds, $0.broken] })
  func `the auditor sorts nothing and reads no table from end to end`(statement: SQLText)
    async throws
  {
    let plan = try await plan(of: statement)
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    let tables = [
      "watches", "travels", "alerts", "pings", "deliveries", "escalations", "w", "t", "a", "n", "e",
      "r", "c", "p",
    ]
    #expect(!plan.contains { line in tables.contains { line == "SCAN \($0)" } }, "\(plan)")
  }

  /// Read in the order of the index and stopped by its LIMIT at the first row.
  @Test func `the first ping to expire comes from an index of those that wait`() async throws {
    #expect(
      try await plan(of: TimerStatements.of(Ping.self).earliest) == [
        "SCAN pings USING INDEX pings_expiry"
      ])
  }

  private func plan(of statement: SQLText) async throws -> [String] {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    return try await ledger.pool.read { database in
      let prepared = try database.makeStatement(
        sql: "EXPLAIN QUERY PLAN \(statement.questionMarks)")
      prepared.setUncheckedArguments([])
      return try Row.fetchAll(prepared).map { $0["detail"] }
    }
  }
}
