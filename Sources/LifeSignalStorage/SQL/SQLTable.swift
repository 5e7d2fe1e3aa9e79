/// A table's name and the columns a record is made from, in the order of reading.
struct SQLTable: Sendable {
  let name: String
  let columns: [String]
  /// The columns that identify a record, each entry as the columns of a unique index and, if the
  /// index is partial, its condition. The first of them is enough.
  let unique: [String]

  /// Accepts only text from the sources, so that all of it can be part of a statement.
  init(name: StaticString, columns: [StaticString], unique: [StaticString] = []) {
    self.name = name.description
    self.columns = columns.map(\.description)
    self.unique = unique.map(\.description)
  }
}
