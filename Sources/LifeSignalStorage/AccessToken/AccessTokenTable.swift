import LifeSignalModel

extension SQLTable {
  static let accessTokens = SQLTable(
    name: "access_tokens",
    columns: [
      "id", "person_id", "token_hash", "name", "scopes", "created_at", "expires_at",
      "last_used_at", "revoked_at",
    ], unique: ["(token_hash)"])
}

extension AccessToken {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), hash: try row.bytes(), name: try row.text(),
      scopes: TokenScope.scopes(try row.text()), createdAt: try row.date(),
      expiresAt: try row.optional { try $0.date() },
      lastUsedAt: try row.optional { try $0.date() },
      revokedAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/accessTokens``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .bytes(hash), .text(name), .text(TokenScope.text(scopes)),
      .date(createdAt), .date(expiresAt), .date(lastUsedAt), .date(revokedAt),
    ]
  }
}
