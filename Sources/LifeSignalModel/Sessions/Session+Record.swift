import Foundation

extension Session: KeyedRecord {
  public static let table = RecordTable(
    "sessions", unique: ["(token_hash)"], passesOverUnreadable: true)

  public static let blank = Session(
    id: "", person: "", tokenHash: Data(), createdAt: .distantPast, expiresAt: .distantPast)

  public static func column(of id: SessionID) -> StoredValue { .id(id) }

  /// Only an unreadable owner or key makes the row unusable. Every other unreadable value counts as
  /// the one that permits least: an end as reached, a start as just now, a re-authentication as too
  /// old.
  public mutating func columns(_ column: inout Columns) throws {
    let lost = Date(milliseconds: 0)
    var (created, proven): (Date?, Date?) = (createdAt, provenAt)
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("token_hash", &tokenHash, .fixed)
    try column("label", &label, or: "")
    try column("created_at", &created, or: nil)
    try column("expires_at", &expiresAt, or: lost)
    try column("revoked_at", &revokedAt, .end, or: lost)
    try column("last_seen_at", &lastSeenAt, or: nil)
    try column("proven_at", &proven, or: lost)
    try column("warned_end", &warnedEnd, or: nil)
    guard column.isReading else { return }
    // For display: it existed by then.
    createdAt = created ?? max(proven ?? lost, lastSeenAt ?? lost)
    provenAt = proven ?? created ?? lost
    isAgeKnown = created != nil
    if created == nil { column.noteDamage() }
    if let revokedAt, revokedAt != lost { column.forgive() }
  }
}
