import LifeSignalModel

/// The statements of a list of records.
struct ListStatements: Sendable {
  private static let known = Made<ListStatements>()

  static func of<Stored: Record>(_ rows: Rows<Stored>) -> ListStatements {
    known.value(for: ObjectIdentifier(rows)) {
      assert(Stored.lists.contains { $0 === rows }, "\(Stored.self) does not declare this list.")
      return ListStatements(rows)
    }
  }

  let all: SQLText
  /// The last two values are LIMIT and OFFSET.
  let part: SQLText
  let count: SQLText
  /// How many values the conditions compare with.
  private let values: Int
  /// Kept, because another list could be made in its place.
  private let rows: any AnyObject & Sendable

  private init<Stored: Record>(_ rows: Rows<Stored>) {
    (all, part, count, values) = SQLTable(Stored.self).statements(of: rows)
    self.rows = rows
  }

  /// Refuses a reading with too few or too many values: a prepared statement keeps those of the reading before.
  /// - Throws: ``LedgerError/corrupt(_:)``.
  func check(_ values: [SQLValue]) throws {
    guard values.count != self.values else { return }
    assertionFailure("\(all.text) takes \(self.values) values.")
    throw LedgerError.corrupt("A list takes \(self.values) values, not \(values.count).")
  }
}

extension SQLTransaction {
  func list<Stored: Record>(
    _ rows: Rows<Stored>, _ values: [StoredValue], limit: Int?
  ) throws -> [Stored] {
    let statements = ListStatements.of(rows)
    try statements.check(values)
    let replacing = rows.replacesUnreadable
    let read: (inout SQLRow) throws -> Stored = { try Stored(&$0, replacing: replacing) }
    switch (limit, rows.passesOverUnreadable) {
    case (nil, false): return try session.all(statements.all, values, read)
    case (nil, true): return try session.allReadable(statements.all, values, read)
    case (let limit?, false):
      return try session.all(statements.part, values + [.int(limit), .int(0)], read)
    case (let limit?, true):
      return try session.firstReadable(limit, statements.part, values, read)
    }
  }

  func count<Stored: Record>(_ rows: Rows<Stored>, _ values: [StoredValue]) throws -> Int {
    let statements = ListStatements.of(rows)
    try statements.check(values)
    return try session.first(statements.count, values) { try $0.int() } ?? 0
  }
}
