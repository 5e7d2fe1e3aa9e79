import Foundation
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
  /// A passkey whose key or counter is unreadable opens nothing, and still counts as one of its
  /// person's passkeys.
  init(_ row: inout SQLRow) throws {
    row.begin(.passkeys)
    let id: ID = try row.id()
    let person: Person.ID = try row.id()
    let credentialID = try row.bytes()
    let publicKey = row.read(or: Data()) { try $0.bytes() }
    let name = row.read(or: "") { try $0.text() }
    let counter = row.read(or: nil) { try Self.counter(&$0) }
    self.init(
      id: id, person: person, credentialID: credentialID,
      // Without the counter a copy could not be detected.
      publicKey: counter == nil ? Data() : publicKey, name: name, counter: counter ?? 0,
      canBeCopied: row.read(or: false) { try $0.flag() },
      isCopied: row.read(or: false) { try $0.flag() },
      createdAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      lastUsedAt: row.read(or: nil) { row in try row.optional { try $0.date() } })
  }

  private static func counter(_ row: inout SQLRow) throws -> UInt32? {
    guard let counter = UInt32(exactly: try row.int()) else {
      throw LedgerError.corrupt("A passkey's count is none.")
    }
    return counter
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
