/// A table's name and the columns a record is made of, in the order the record is read in.
struct SQLTable: Sendable {
  let name: String
  let columns: [String]
  /// What makes a record the same as one that is there, each as the columns of a unique index and, where
  /// the index is partial, its condition. The first of them is enough.
  let unique: [String]

  /// Takes only what stands in the sources, so that all of it can be part of a statement.
  init(name: StaticString, columns: [StaticString], unique: [StaticString] = []) {
    self.name = name.description
    self.columns = columns.map(\.description)
    self.unique = unique.map(\.description)
  }
}
