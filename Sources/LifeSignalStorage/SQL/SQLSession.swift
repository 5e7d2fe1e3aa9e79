import LifeSignalEngine

/// One database connection inside one transaction: the only thing the statements of this target
/// know of a database. Stays on the thread that runs the transaction.
protocol SQLSession {
  /// Where rows are noted that cannot be read in full.
  var damaged: DamagedRows? { get }

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
    guard let row = try rows(statement, values).first else { return nil }
    return try value(of: row, read)
  }

  /// The row as a value; nil where there is none, or it cannot be read.
  func readable<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> Value? {
    try rows(statement, values).first.flatMap { try $0.readable(noting: damaged, read) }
  }

  /// All rows as values.
  func all<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> [Value] {
    try rows(statement, values).map { try value(of: $0, read) }
  }

  /// - Throws: ``LedgerError/corrupt(_:)`` for a row that cannot be read, which is noted.
  private func value<Value>(
    of row: SQLRow, _ read: (inout SQLRow) throws -> Value
  ) throws -> Value {
    var row = row
    do {
      let value = try read(&row)
      damaged?.wasRead(row)
      return value
    } catch LedgerError.corrupt(let reason) {
      damaged?.note(row.record)
      throw LedgerError.corrupt(reason)
    }
  }

  /// The rows that can be read, as values; the others are left out, since one that a bug or a bad
  /// disk has spoilt must not keep back what is promised to everybody else.
  func allReadable<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> [Value] {
    try rows(statement, values).compactMap { try $0.readable(noting: damaged, read) }
  }

  /// The first `limit` rows that can be read. The last two placeholders of the statement are LIMIT
  /// and OFFSET: rows that cannot be read take no place from those behind them.
  func firstReadable<Value>(
    _ limit: Int, _ statement: SQLText, _ values: [SQLValue],
    _ read: (inout SQLRow) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    var offset = 0
    while found.count < limit {
      let wanted = limit - found.count
      let rows = try rows(statement, values + [.int(wanted), .int(offset)])
      found += try rows.compactMap { try $0.readable(noting: damaged, read) }
      guard rows.count == wanted else { break }
      offset += wanted
    }
    return found
  }
}
