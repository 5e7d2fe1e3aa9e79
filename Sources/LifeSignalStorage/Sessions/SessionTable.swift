import Foundation
import LifeSignalModel

extension SQLTable {
  static let sessions = SQLTable(
    name: "sessions",
    columns: [
      "id", "person_id", "token_hash", "label", "created_at", "expires_at", "revoked_at",
      "last_seen_at", "proven_at",
    ], unique: ["(token_hash)"])
}

extension Session {
  /// Only an unreadable owner or key makes the row unusable. Every other unreadable value counts as
  /// the one that permits least: an end as reached, a start as just now, a re-authentication as too
  /// old.
  init(_ row: inout SQLRow) throws {
    row.begin(.sessions)
    let lost = Date(milliseconds: 0)
    let id: SessionID = try row.id()
    let person: Person.ID = try row.id()
    let tokenHash = try row.bytes()
    let label = row.read(or: "") { try $0.text() }
    let createdAt: Date? = row.read(or: nil) { try $0.date() }
    let expiresAt = row.read(or: lost) { try $0.date() }
    let revokedAt: Date? = row.read(or: lost) { row in try row.optional { try $0.date() } }
    let lastSeenAt: Date? = row.read(or: nil) { row in try row.optional { try $0.date() } }
    let provenAt: Date? = row.read(or: lost) { row in try row.optional { try $0.date() } }
    self.init(
      id: id, person: person, tokenHash: tokenHash, label: label,
      // For display: it existed by then.
      createdAt: createdAt ?? max(provenAt ?? lost, lastSeenAt ?? lost),
      expiresAt: expiresAt, revokedAt: revokedAt, lastSeenAt: lastSeenAt,
      provenAt: provenAt ?? createdAt ?? lost)
    isAgeKnown = createdAt != nil
    if let revokedAt, revokedAt != lost { row.forgive() }
  }

  /// In the order of ``SQLTable/sessions``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .bytes(tokenHash), .text(label), .date(createdAt),
      .date(expiresAt), .date(revokedAt), .date(lastSeenAt), .date(provenAt),
    ]
  }
}
