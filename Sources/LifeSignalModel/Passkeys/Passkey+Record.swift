import Foundation

extension Passkey: KeyedRecord {
  public static let table = RecordTable(
    "passkeys", unique: ["(credential_id)"], passesOverUnreadable: true)

  public static let blank = Passkey(
    id: "", person: "", credentialID: Data(), publicKey: Data(), name: "", createdAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  /// A passkey whose key or counter is unreadable opens nothing, and still counts as one of its
  /// person's passkeys.
  public mutating func columns(_ column: inout Columns) throws {
    var count: UInt32? = counter
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("credential_id", &credentialID, .fixed)
    try column("public_key", &publicKey, .fixed, or: Data())
    try column("name", &name, or: "")
    try column("counter", &count, .compared, or: nil)
    try column("can_be_copied", &canBeCopied, or: false)
    try column("is_copied", &isCopied, .always, or: false)
    try column("created_at", &createdAt, or: Date(milliseconds: 0))
    try column("last_used_at", &lastUsedAt, or: nil)
    guard column.isReading else { return }
    counter = count ?? 0
    // Without the counter a copy could not be detected.
    if count == nil {
      publicKey = Data()
      column.noteDamage()
    }
  }
}
