import GRDB
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalEngine
@testable import LifeSignalModel
@testable import LifeSignalStorage

/// The statements that run all the time must not read more than they return, also with a million
/// people.
@Suite(.temporaryFolder) struct QueryPlanTests {
  @Test(arguments: [
    (WatchStatements.due, "watches_next_fire"),
    (WatchStatements.earliest, "watches_next_fire"),
    (WatchStatements.byPerson, "PRIMARY KEY"),
    (listed(CheckInCode.timer.due), "check_in_codes_due"),
    (listed(CheckInCode.timer.waiting), "check_in_codes_due"),
    (listed(CheckInCode.byHash), "INDEX sqlite_autoindex_check_in_codes"),
    (ListStatements.of(CheckInCode.unused).count, "check_in_codes_sheet"),
    (listed(CheckInSheet.valid), "check_in_sheets_person"),
    (listed(StoredPlan.all), "PRIMARY KEY (rowid>?)"),
    (listed(Travel.timer.due), "travels_next_fire"),
    (listed(Travel.timer.waiting), "travels_next_fire"),
    (listed(Escalation.timer.due), "escalations_next_fire"),
    (listed(Escalation.timer.waiting), "escalations_next_fire"),
    (listed(Drill.timer.due), "drills_next_fire"),
    (DrillStatements.unplanned, "PRIMARY KEY (rowid>?)"),
    (listed(Travel.open), "travels_open"),
    (listed(Travel.ofPerson), "travels_person"),
    (listed(Ping.timer.due), "pings_expiry"),
    (listed(Ping.pendingTo), "pings_recipient (recipient_id=? AND status=?)"),
    (listed(Ping.sent), "pings_sender"),
    (listed(Ping.received), "pings_recipient"),
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
    (SessionStatements.last, "sessions_expiry"),
    (SessionStatements.last, "sessions_person"),
    (ListStatements.of(HandledReply.named).count, "PRIMARY KEY"),
    (listed(Thing.byToken), "things_token"),
    (listed(AccessToken.byHash), "(token_hash=?)"),
    (listed(AccessToken.good), "access_tokens_person"),
    (listed(Invitation.byHash), "(token_hash=?)"),
    (listed(Invitation.open), "invitations_expiring"),
    (listed(KeptRequest.named), "PRIMARY KEY"),
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
    WatchStatements.due, WatchStatements.earliest, listed(Travel.timer.due),
    listed(Travel.ofPerson),
    listed(Ping.timer.due), listed(Ping.timer.waiting),
    listed(Drill.timer.due), DrillStatements.unplanned,
    ClaimStatements.ready, listed(Ping.pendingTo), listed(Thing.ofPerson),
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
      try await plan(of: listed(Ping.timer.waiting)) == [
        "SCAN pings USING INDEX pings_expiry"
      ])
  }

  /// Of a person's own few rows these lists are sorted.
  private static let sorted = [
    listed(AccessToken.good), listed(Passkey.ofPerson), listed(Ping.sent), listed(Ping.received),
    listed(RetiredQRCode.ofPerson), listed(Session.good), listed(Invitation.ofMember),
    listed(Invitation.openOfMember),
  ]

  @Test(
    arguments: ([
      AccessToken.self, Activity.self, Channel.self, CheckInCode.self, CheckInSheet.self,
      Drill.self,
      Escalation.self, HandledReply.self, Heartbeat.self, InstallationSecret.self, Invitation.self,
      KeptRequest.self,
      LoopTurn.self, NotificationRecord.self, OneTimeCode.self, Passkey.self, PauseRecord.self,
      Picture.self, Ping.self, Preference.self, RequestHistory.self, RetiredQRCode.self,
      Session.self,
      StoredPlan.self, StoredRule.self, Thing.self, Travel.self,
    ] as [any LifeSignalModel.Record.Type]).flatMap { statements(of: $0) })
  func `every list that a record declares is read by an index`(list: ListStatements) async throws {
    for statement in [list.all, list.part, list.count] {
      let plan = try await plan(of: statement)
      // A list of all that wait is read in the order of its index and stopped by its LIMIT. The loops
      // are four.
      #expect(
        plan.first?.contains(" USING ") == true || list.all === listed(LoopTurn.all), "\(plan)")
      #expect(plan.count == 1 || Self.sorted.contains { $0 === list.all }, "\(plan)")
    }
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

private func listed<Stored: LifeSignalModel.Record>(_ rows: Rows<Stored>) -> SQLText {
  ListStatements.of(rows).all
}

private func statements<Stored: LifeSignalModel.Record>(of type: Stored.Type) -> [ListStatements] {
  Stored.lists.map { ListStatements.of($0) }
}
