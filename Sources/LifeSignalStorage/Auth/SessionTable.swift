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
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), tokenHash: try row.bytes(), label: try row.text(),
      createdAt: try row.date(), expiresAt: try row.date(),
      revokedAt: try row.optional { try $0.date() },
      lastSeenAt: try row.optional { try $0.date() },
      provenAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/sessions``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .bytes(tokenHash), .text(label), .date(createdAt),
      .date(expiresAt), .date(revokedAt), .date(lastSeenAt), .date(provenAt),
    ]
  }
}
