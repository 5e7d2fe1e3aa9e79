public import Foundation

/// Reads of records by their keys, and of the lists that they declare.
public protocol RecordReads {
  /// - Throws: ``LedgerError/corrupt(_:)`` for an unreadable row, except where its table passes over
  ///   those.
  func find<Stored: KeyedRecord>(_ key: Stored.Key) throws -> Stored?
  /// - Parameter values: those that the list's conditions compare with, in their order.
  /// - Throws: ``LedgerError/corrupt(_:)`` for an unreadable row, unless the list passes over those.
  func list<Stored: Record>(
    _ rows: Rows<Stored>, _ values: [StoredValue], limit: Int?
  ) throws -> [Stored]
  /// How many rows there are, readable or not.
  func count<Stored: Record>(_ rows: Rows<Stored>, _ values: [StoredValue]) throws -> Int
}

extension RecordReads {
  /// The same for one value after the other.
  public func list<Stored: Record>(
    _ rows: Rows<Stored>, _ values: StoredValue..., limit: Int? = nil
  ) throws -> [Stored] {
    try list(rows, values, limit: limit)
  }

  /// The first one of the list; the first readable one where the list passes over the others.
  public func first<Stored: Record>(
    _ rows: Rows<Stored>, _ values: StoredValue...
  ) throws -> Stored? {
    try list(rows, values, limit: 1).first
  }

  /// Records whose timer is at or before `now`, earliest first. Unreadable ones are left out.
  public func due<Stored: TimedRecord>(at now: Date, limit: Int) throws -> [Stored] {
    try list(Stored.timer.due, .date(now), limit: limit)
  }

  /// The smallest instant at which a readable record of this kind is due, if any.
  public func earliest<Stored: TimedRecord>(_ type: Stored.Type) throws -> Date? {
    // The whole row: one that ``due(at:limit:)`` leaves out would be due for ever.
    try first(Stored.timer.waiting)?.wakesAt
  }
}
