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
  /// Kept, because another list could be made in its place.
  private let rows: any AnyObject & Sendable

  private init<Stored: Record>(_ rows: Rows<Stored>) {
    (all, part, count) = SQLTable(Stored.self).statements(of: rows)
    self.rows = rows
  }
}

extension SQLTransaction {
  func list<Stored: Record>(
    _ rows: Rows<Stored>, _ values: [StoredValue], limit: Int?
  ) throws -> [Stored] {
    let statements = ListStatements.of(rows)
    switch (limit, rows.passesOverUnreadable) {
    case (nil, false): return try session.all(statements.all, values) { try Stored(&$0) }
    case (nil, true): return try session.allReadable(statements.all, values) { try Stored(&$0) }
    case (let limit?, false):
      return try session.all(statements.part, values + [.int(limit), .int(0)]) { try Stored(&$0) }
    case (let limit?, true):
      return try session.firstReadable(limit, statements.part, values) { try Stored(&$0) }
    }
  }

  func count<Stored: Record>(_ rows: Rows<Stored>, _ values: [StoredValue]) throws -> Int {
    try session.first(ListStatements.of(rows).count, values) { try $0.int() } ?? 0
  }
}
