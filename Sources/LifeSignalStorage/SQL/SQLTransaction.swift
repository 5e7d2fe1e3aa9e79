import LifeSignalEngine
import LifeSignalModel

/// The engine's transaction in SQL. Slices add their operations in folders of their name.
struct SQLTransaction: LedgerTransaction {
  let session: any SQLSession
}

extension SQLTransaction {
  /// Whether a conditional statement found its one row.
  func wins(_ statement: SQLText, _ values: [SQLValue]) throws -> Bool {
    try session.change(statement, values) > 0
  }
}
