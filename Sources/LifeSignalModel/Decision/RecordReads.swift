/// Reads of records by their keys.
public protocol RecordReads {
  /// - Throws: ``LedgerError/corrupt(_:)`` for an unreadable row, except where its table passes over
  ///   those.
  func find<Stored: KeyedRecord>(_ key: Stored.Key) throws -> Stored?
}
