import Synchronization

/// Which row a record is made of.
struct RecordName: Hashable, Sendable {
  var table = "other"
  /// Nil for rows that have no number.
  var key: Int64?
}

/// The rows that were left out, or read with a value replaced, until they are read in full. Shared by all
/// connections of a ledger.
final class DamagedRows: Sendable {
  /// More are not told apart: the file is in ruins.
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

  /// How many there are, by table.
  var counts: [String: Int] {
    rows.withLock { Dictionary(grouping: $0, by: \.table).mapValues(\.count) }
  }
}
