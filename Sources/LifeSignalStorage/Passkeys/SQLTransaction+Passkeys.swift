import Foundation
import LifeSignalModel

extension SQLTransaction {
  func passkey(credentialID: Data) throws -> Passkey? {
    try session.readable(PasskeyStatements.byCredential, [.bytes(credentialID)]) {
      try Passkey(&$0)
    }
  }

  func passkey(_ id: Passkey.ID) throws -> Passkey? {
    try session.readable(PasskeyStatements.byID, [.id(id)]) { try Passkey(&$0) }
  }

  func passkeys(of person: Person.ID) throws -> [Passkey] {
    try session.allReadable(PasskeyStatements.ofPerson, [.id(person)]) { try Passkey(&$0) }
  }

  func insert(_ passkey: Passkey) throws -> Bool {
    try wins(PasskeyStatements.insert, try passkey.values())
  }

  func noteUse(of passkey: Passkey, from counter: UInt32) throws -> Bool {
    try wins(
      PasskeyStatements.use,
      [
        .id(passkey.id), .int(Int(clamping: counter)), .int(Int(clamping: passkey.counter)),
        .flag(passkey.isCopied),
        .date(passkey.lastUsedAt),
      ])
  }

  func renamePasskey(_ id: Passkey.ID, of person: Person.ID, to name: String) throws -> Bool {
    try wins(PasskeyStatements.rename, [.id(id), .id(person), .text(name)])
  }

  func deletePasskey(_ id: Passkey.ID, of person: Person.ID) throws -> Bool {
    try wins(PasskeyStatements.delete, [.id(id), .id(person)])
  }
}

enum PasskeyStatements {
  static let byCredential: SQLText =
    "SELECT \(SQLTable.passkeys.list) FROM passkeys WHERE credential_id = $1"
  static let byID: SQLText = "SELECT \(SQLTable.passkeys.list) FROM passkeys WHERE id = $1"
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.passkeys.list) FROM passkeys
    WHERE person_id = $1 ORDER BY created_at DESC, id DESC
    """
  static let insert = SQLTable.passkeys.insert
  static let use: SQLText = """
    UPDATE passkeys SET counter = $3, is_copied = $4, last_used_at = $5
    WHERE id = $1 AND counter = $2
    """
  static let rename: SQLText =
    "UPDATE passkeys SET name = $3 WHERE id = $1 AND person_id = $2"
  static let delete: SQLText = "DELETE FROM passkeys WHERE id = $1 AND person_id = $2"
}
