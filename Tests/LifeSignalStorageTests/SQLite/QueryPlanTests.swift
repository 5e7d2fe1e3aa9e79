import GRDB
import Testing

@testable import LifeSignalStorage

/// The statements that run all the time must not read more than they return, also with a million
/// people.
@Suite struct QueryPlanTests {
  @Test(arguments: [
    (WatchStatements.due, "watches_next_fire"),
    (WatchStatements.earliest, "watches_next_fire"),
    (WatchStatements.byPerson, "PRIMARY KEY"),
    (TravelStatements.due, "travels_next_fire"),
    (TravelStatements.open, "travels_open"),
    (TravelStatements.newest, "travels_person"),
    (PingStatements.due, "pings_expiry"),
    (PingStatements.pendingTo, "pings_recipient (recipient_id=? AND status=?)"),
    (PingStatements.ofPerson, "pings_sender"),
    (PingStatements.ofPerson, "pings_recipient"),
    (OutboxStatements.earliest, "deliveries_next"),
    (OutboxStatements.earliest, "deliveries_leased"),
    (ClaimStatements.ready, "deliveries_ready"),
    (ClaimStatements.lapsed, "deliveries_leased"),
    (ClaimStatements.claim, "PRIMARY KEY"),
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
    WatchStatements.due, WatchStatements.earliest, TravelStatements.due, TravelStatements.newest,
    PingStatements.due, PingStatements.earliest,
    ClaimStatements.ready, PingStatements.pendingTo,
  ])
  func `the index already has the order asked for`(statement: SQLText) async throws {
    let plan = try await plan(of: statement)
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  /// Read in the order of the index and stopped by its LIMIT at the first row.
  @Test func `the first ping to expire comes from an index of those that wait`() async throws {
    #expect(
      try await plan(of: PingStatements.earliest) == ["SCAN pings USING INDEX pings_expiry"])
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
