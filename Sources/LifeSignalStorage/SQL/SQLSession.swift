/// One database connection inside one transaction: the only thing the statements of this target
/// know of a database. Stays on the thread that runs the transaction.
protocol SQLSession {
  /// All rows of a statement, in order.
  /// - Throws: `LedgerError` only.
  func rows(_ statement: SQLText, _ values: [SQLValue]) throws -> [SQLRow]

  /// Runs a statement that gives no rows; returns how many rows it inserted, updated or deleted.
  /// - Throws: `LedgerError` only.
  @discardableResult
  func change(_ statement: SQLText, _ values: [SQLValue]) throws -> Int
}

extension SQLSession {
  /// The first row as a value, or nil.
  func first<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> Value? {
    guard var row = try rows(statement, values).first else { return nil }
    return try read(&row)
  }

  /// All rows as values.
  func all<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> [Value] {
    try rows(statement, values).map { row in
      var row = row
      return try read(&row)
    }
  }
}
