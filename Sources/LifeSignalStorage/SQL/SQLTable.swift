/// A table's name and the columns a record is made of, in the order the record is read in.
struct SQLTable: Sendable {
  let name: String
  let columns: [String]

  /// The columns for a SELECT, with the alias in front of each.
  func columns(of alias: String) -> String {
    columns.map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// The columns for a SELECT from this table alone, or for RETURNING.
  var list: String { columns.joined(separator: ", ") }

  /// Inserts one record; a row with one of its unique values already there wins, without an error:
  /// in PostgreSQL an error would end the whole transaction.
  var insert: SQLText {
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(list)) VALUES (\(places)) ON CONFLICT DO NOTHING"
  }
}
