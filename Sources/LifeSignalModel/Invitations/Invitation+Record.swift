import Foundation

extension Invitation: KeyedRecord {
  public static let table = RecordTable(
    "invitations", unique: ["(token_hash)"], passesOverUnreadable: true)

  public static let blank = Invitation(
    id: "", inviter: nil, hash: Data(), createdAt: .distantPast, expiresAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  /// An unreadable value counts as the one that opens nothing: used, withdrawn or expired.
  public mutating func columns(_ column: inout Columns) throws {
    let lost = Date(milliseconds: 0)
    try column("id", &id, .key)
    try column("inviter_id", &inviter, .fixed)
    try column("token_hash", &hash)
    try column("kind", &kind, or: .unknown)
    try column("created_at", &createdAt, or: lost)
    try column("expires_at", &expiresAt, or: lost)
    // Not the end: the account that it opened may still accept its wish.
    try column("used_at", &usedAt, or: lost)
    try column("used_by", &usedBy, or: nil)
    try column("withdrawn_at", &withdrawnAt, .end, or: lost)
    try column("wish", &wish, or: .unknown)
    try column("accepted_at", &acceptedAt, .end, or: lost)
    guard column.isReading else { return }
    let ends = [usedAt, withdrawnAt, acceptedAt].compactMap { $0 }
    if ends.contains(where: { $0 != lost }) { column.forgive() }
  }
}

extension Invitation.Kind: OpenChoice {}
extension Invitation.Wish: OpenChoice {}
