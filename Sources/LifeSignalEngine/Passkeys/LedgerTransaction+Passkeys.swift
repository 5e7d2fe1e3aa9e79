public import LifeSignalModel

extension LedgerTransaction {
  /// Notes its counter, whether it is backed up, and its last use; wins while its counter is
  /// `counter`.
  public func noteUse(of passkey: Passkey, from counter: UInt32) throws -> Bool {
    guard let old: Passkey = try find(passkey.id), old.counter == counter else { return false }
    var new = old
    new.counter = passkey.counter
    new.isCopied = passkey.isCopied
    new.lastUsedAt = passkey.lastUsedAt
    return try update(new, from: old)
  }

  /// Wins while the passkey is this person's.
  public func renamePasskey(
    _ id: Passkey.ID, of person: Person.ID, to name: String
  ) throws -> Bool {
    guard let old: Passkey = try find(id), old.person == person else { return false }
    var new = old
    new.name = name
    return try update(new, from: old)
  }

  /// Wins while the passkey is this person's.
  public func deletePasskey(_ id: Passkey.ID, of person: Person.ID) throws -> Bool {
    guard let passkey: Passkey = try find(id), passkey.person == person else { return false }
    return try delete(Passkey.self, id)
  }
}
