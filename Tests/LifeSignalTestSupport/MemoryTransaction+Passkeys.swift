import Foundation
import LifeSignalModel

extension MemoryTransaction {
  func passkey(credentialID: Data) -> Passkey? {
    tables.passkeys.first { $0.credentialID == credentialID }
  }

  func passkey(_ id: Passkey.ID) -> Passkey? { tables.passkeys.first { $0.id == id } }

  func passkeys(of person: Person.ID) -> [Passkey] {
    tables.passkeys.filter { $0.person == person }
      .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
  }

  func insert(_ passkey: Passkey) -> Bool {
    guard
      !tables.passkeys.contains(where: {
        $0.id == passkey.id || $0.credentialID == passkey.credentialID
      })
    else { return false }
    tables.passkeys.append(passkey)
    return true
  }

  func noteUse(of passkey: Passkey, from counter: UInt32) -> Bool {
    change(&tables.passkeys, { $0.id == passkey.id && $0.counter == counter }) {
      $0.counter = passkey.counter
      $0.isCopied = passkey.isCopied
      $0.lastUsedAt = passkey.lastUsedAt
    }
  }

  func renamePasskey(_ id: Passkey.ID, of person: Person.ID, to name: String) -> Bool {
    change(&tables.passkeys, { $0.id == id && $0.person == person }) { $0.name = name }
  }

  func deletePasskey(_ id: Passkey.ID, of person: Person.ID) -> Bool {
    let count = tables.passkeys.count
    tables.passkeys.removeAll { $0.id == id && $0.person == person }
    return tables.passkeys.count < count
  }
}
