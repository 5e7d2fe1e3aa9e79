import Foundation
import LifeSignalModel

extension SQLTable {
  static let passkeys = SQLTable(Passkey.self)
}

extension SQLTransaction {
  func passkey(credentialID: Data) throws -> Passkey? {
    try session.readable(PasskeyStatements.byCredential, [.bytes(credentialID)]) {
      try Passkey(&$0)
    }
  }

  func passkeys(of person: Person.ID) throws -> [Passkey] {
    try session.allReadable(PasskeyStatements.ofPerson, [.id(person)]) { try Passkey(&$0) }
  }
}

enum PasskeyStatements {
  static let byCredential: SQLText =
    "SELECT \(SQLTable.passkeys.list) FROM passkeys WHERE credential_id = $1"
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.passkeys.list) FROM passkeys
    WHERE person_id = $1 ORDER BY created_at DESC, id DESC
    """
}
