import Foundation

/// An unreadable row counts as missing: nothing waits for it, and the next beat writes it again.
extension Heartbeat: KeyedRecord {
  public static let table = RecordTable(
    "heartbeat", unique: ["(id)"], replaces: true, passesOverUnreadable: true)

  public static let blank = Heartbeat(beatAt: .distantPast)

  /// That of the only row.
  fileprivate static let id: Int64 = 1

  public static func column(of id: Int64) -> StoredValue { .int64(id) }

  public mutating func columns(_ column: inout Columns) throws {
    var (id, start, end) = (Self.id, outage?.start, outage?.end)
    try column("id", &id, .key)
    try column("beat_at", &beatAt)
    try column("outage_from", &start)
    try column("outage_until", &end)
    guard column.isReading else { return }
    outage = nil
    guard let start, let end else { return }
    // A clock set back must not make the row unreadable.
    outage = DateInterval(start: start, end: max(start, end))
  }
}

extension RecordReads {
  /// The last sign that the server was running: deadlines wait for an outage to be over.
  public func heartbeat() throws -> Heartbeat? { try find(Heartbeat.id) }
}
