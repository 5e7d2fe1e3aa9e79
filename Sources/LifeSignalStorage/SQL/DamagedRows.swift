import LifeSignalModel
import Synchronization

/// Names the row that a record is made from.
struct RecordName: Hashable, Sendable {
  var table = "other"
  /// Nil for rows without a number.
  var key: Int64?
  /// For rows that are named by a text.
  var name: String?
  /// The second value of rows that are named by two.
  var other: SQLValue?
}

/// The rows that were left out, or read with a value replaced, until they are read in full. Shared by all
/// connections of a ledger.
final class DamagedRows: Sendable {
  /// Further rows are not distinguished: the file is in ruins.
  private static let mostRows = 1_000

  private let rows = Mutex<Set<RecordName>>([])

  func note(_ row: RecordName) {
    rows.withLock { rows in
      if rows.count < Self.mostRows { rows.insert(row) }
    }
  }

  func wasRead(_ row: SQLRow) {
    rows.withLock { rows in
      guard !rows.isEmpty || !row.spoilt.isEmpty else { return }
      rows.remove(row.record)
      if rows.count < Self.mostRows { rows.formUnion(row.spoilt) }
    }
  }

  /// The rows of a table, by the first number of their names.
  func keys(of table: SQLTable) -> Set<Int64> {
    rows.withLock { Set($0.lazy.filter { $0.table == table.name }.compactMap(\.key)) }
  }

  /// The rows of a table, except those without a number.
  func names(of table: SQLTable) -> [(key: Int64, other: SQLValue?)] {
    rows.withLock { rows in
      rows.lazy.filter { $0.table == table.name }
        .compactMap { row in row.key.map { ($0, row.other) } }
    }
  }

  /// Replaces the noted damage of this name by that of a new reading of all its rows, so that rows
  /// that are gone or readable are no longer counted. In one step: health may ask meanwhile.
  /// - Parameter other: nil for all rows of the key.
  func replace(_ table: SQLTable, key: Int64, other: SQLValue?, by found: DamagedRows) {
    let found = found.rows.withLock { $0 }
    rows.withLock { rows in
      rows.subtract(
        rows.filter {
          $0.key == key && $0.table == table.name && (other == nil || $0.other == other)
        })
      if rows.count < Self.mostRows { rows.formUnion(found) }
    }
  }

  /// How many there are, by table.
  var counts: [String: Int] {
    rows.withLock { Dictionary(grouping: $0, by: \.table).mapValues(\.count) }
  }
}
