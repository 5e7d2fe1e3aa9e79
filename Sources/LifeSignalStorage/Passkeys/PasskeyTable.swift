import LifeSignalEngine
import LifeSignalModel

extension SQLTable {
  static let passkeys = SQLTable(
    name: "passkeys",
    columns: [
      "id", "person_id", "credential_id", "public_key", "name", "counter", "can_be_copied",
      "is_copied", "created_at", "last_used_at",
    ], unique: ["(credential_id)"])
}

extension Passkey {
  init(_ row: inout SQLRow) throws {
    let id: ID = try row.id()
    let person: Person.ID = try row.id()
    let (credentialID, publicKey) = (try row.bytes(), try row.bytes())
    let name = try row.text()
    guard let counter = UInt32(exactly: try row.int()) else {
      throw LedgerError.corrupt("A passkey's count is none.")
    }
    self.init(
      id: id, person: person, credentialID: credentialID, publicKey: publicKey, name: name,
      counter: counter, canBeCopied: try row.flag(), isCopied: try row.flag(),
      createdAt: try row.date(), lastUsedAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/passkeys``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .bytes(credentialID), .bytes(publicKey), .text(name),
      .int(Int(clamping: counter)), .flag(canBeCopied), .flag(isCopied), .date(createdAt),
      .date(lastUsedAt),
    ]
  }
}
