import Foundation
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
  /// As for a session, an unreadable value counts as the one that permits least.
  init(_ row: inout SQLRow) throws {
    row.begin(.accessTokens)
    let lost = Date(milliseconds: 0)
    self.init(
      id: try row.id(), person: try row.id(), hash: try row.bytes(),
      name: row.read(or: "") { try $0.text() },
      scopes: row.read(or: []) { TokenScope.scopes(try $0.text()) },
      createdAt: row.read(or: lost) { try $0.date() },
      expiresAt: row.read(or: lost) { row in try row.optional { try $0.date() } },
      lastUsedAt: row.read(or: nil) { row in try row.optional { try $0.date() } },
      revokedAt: row.read(or: lost) { row in try row.optional { try $0.date() } })
    if let revokedAt, revokedAt != lost { row.forgive() }
  }

  /// In the order of ``SQLTable/accessTokens``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .bytes(hash), .text(name), .text(TokenScope.text(scopes)),
      .date(createdAt), .date(expiresAt), .date(lastUsedAt), .date(revokedAt),
    ]
  }
}
