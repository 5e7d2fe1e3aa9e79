import Foundation

extension AccessToken: KeyedRecord {
  public static let table = RecordTable(
    "access_tokens", unique: ["(token_hash)"], passesOverUnreadable: true)

  public static let blank = AccessToken(
    id: "", person: "", hash: Data(), name: "", scopes: [], createdAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  /// As for a session, an unreadable value counts as the one that permits least.
  public mutating func columns(_ column: inout Columns) throws {
    let lost = Date(milliseconds: 0)
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("token_hash", &hash)
    try column("name", &name, or: "")
    try column("scopes", &scopes, or: [])
    try column("created_at", &createdAt, or: lost)
    try column("expires_at", &expiresAt, or: lost)
    try column("last_used_at", &lastUsedAt, or: nil)
    try column("revoked_at", &revokedAt, .end, or: lost)
    if column.isReading, let revokedAt, revokedAt != lost { column.forgive() }
  }
}

extension Set<TokenScope>: ColumnValue {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self = TokenScope.scopes(text)
  }

  public func column() -> StoredValue { .text(TokenScope.text(self)) }
}
