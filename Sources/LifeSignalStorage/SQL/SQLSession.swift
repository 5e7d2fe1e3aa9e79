import LifeSignalEngine
import LifeSignalModel

/// One database connection inside one transaction: all that the statements of this target know of a
/// database. Stays on the thread that runs the transaction.
protocol SQLSession {
  /// The place to note rows that cannot be read in full.
  var damaged: DamagedRows? { get }

  /// All rows of a statement, in order.
  /// - Throws: `LedgerError` only.
  func rows(_ statement: SQLText, _ values: [SQLValue]) throws -> [SQLRow]

  /// Runs a statement that returns no rows; returns how many rows it inserted, updated or deleted.
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

  /// The row as a value; nil if it is missing or unreadable.
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

  /// - Throws: ``LedgerError/corrupt(_:)`` for an unreadable row, which is noted. Begins with the table, or
  ///   with `other` for a row of none; names the column where one is at fault and its table is known.
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
      throw LedgerError.corrupt("\(row.record.table): \(reason)")
    }
  }

  /// The readable rows, as values; the others are left out, since a row that a bug or a bad disk
  /// has damaged must not delay the promises to everyone else.
  func allReadable<Value>(
    _ statement: SQLText, _ values: [SQLValue], _ read: (inout SQLRow) throws -> Value
  ) throws -> [Value] {
    try rows(statement, values).compactMap { try $0.readable(noting: damaged, read) }
  }

  /// The first `limit` readable rows. The last two placeholders of the statement are LIMIT and
  /// OFFSET: unreadable rows take no place from those behind them.
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
