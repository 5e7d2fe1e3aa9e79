import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage

/// The negative control: a ledger that commits outbox rows in a transaction of their own, a moment
/// after the change that promises them. The checker must find what it loses.
///
/// A trigger that lives and dies with the connection takes the rows aside.
struct SplitLedger: Ledger {
  private static let failPoint = FailPoint(rawValue: "between-transactions")

  private let ledger: SQLiteLedger

  init(_ ledger: SQLiteLedger) async throws {
    self.ledger = ledger
    try await ledger.pool.write { database in
      let columns = try database.columns(in: "deliveries").map(\.name)
      let taken = columns.map { "NEW.\($0)" }.joined(separator: ", ")
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

  func write<R: Sendable>(
    in lane: WriteLane, _ body: @escaping @Sendable (any LedgerTransaction) throws -> R
  ) async throws -> R {
    let result = try await ledger.write(in: lane, body)
    let isHolding = try await ledger.pool.writeWithoutTransaction {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM temp.withheld)") ?? false
    }
    guard isHolding else { return result }
    Self.failPoint.hit()
    try await ledger.pool.write { database in
      try database.execute(
        sql: """
          UPDATE temp.gate SET is_open = 1;
          INSERT OR IGNORE INTO main.deliveries SELECT * FROM temp.withheld;
          DELETE FROM temp.withheld;
          UPDATE temp.gate SET is_open = 0;
          """)
    }
    return result
  }

  func read<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await ledger.read(body)
  }

  func glance<R: Sendable>(
    _ body: @escaping @Sendable (any LedgerSnapshot) throws -> R
  ) async throws -> R {
    try await ledger.glance(body)
  }
}
