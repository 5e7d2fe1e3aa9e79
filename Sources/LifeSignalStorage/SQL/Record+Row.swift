import LifeSignalModel

extension Record {
  /// - Parameter replacing: whether a value that cannot be read is replaced by that of `blank`.
  init(_ row: inout SQLRow, replacing: Bool = false) throws {
    self = .blank
    try row.fill(&self, replacing: replacing)
  }

  /// The values to store, in the order of the columns.
  /// - Throws: ``LedgerError/corrupt(_:)`` for a value that cannot be stored.
  func values() throws -> [SQLValue] {
    var columns = Columns.storing
    var record = self
    try record.columns(&columns)
    return columns.values
  }

  /// The names of its columns, with their roles.
  static var listedColumns: [(name: String, role: Columns.Role)] {
    var columns = Columns.listing
    var record = blank
    // Listing reads no value and stores none, so nothing can be wrong with one.
    try? record.columns(&columns)
    return columns.list
  }
}
