/// A table's name and the columns a record is made of, in the order the record is read in.
struct SQLTable: Sendable {
  let name: String
  let columns: [String]
  /// What makes a record the same as one that is there, each as the columns of a unique index and, where
  /// the index is partial, its condition. The first of them is enough.
  let unique: [String]

  init(name: String, columns: [String], unique: [String] = []) {
    self.name = name
    self.columns = columns
    self.unique = unique
  }

  /// The columns for a SELECT, with the alias in front of each.
  func columns(of alias: String) -> String {
    columns.map { "\(alias).\($0)" }.joined(separator: ", ")
  }

  /// The columns for a SELECT from this table alone, or for RETURNING.
  var list: String { columns.joined(separator: ", ") }

  /// Inserts one record; a record that ``unique`` calls the same and that is there already wins, without
  /// an error.
  ///
  /// Every other unique value that is taken is an error, above all the number of the row: a message whose
  /// number belongs to another one must not be taken for stored.
  var insert: SQLText {
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let winners = unique.map { " ON CONFLICT \($0) DO NOTHING" }.joined()
    return "INSERT INTO \(name) (\(list)) VALUES (\(places))\(winners)"
  }
}
