public import Foundation

extension Passkey {
  public static let lists = [byCredential, ofPerson]
  static let byCredential = Rows<Passkey>(.equal("credential_id"))
  static let ofPerson = Rows<Passkey>(
    .equal("person_id"), order: .falling("created_at"), .falling("id"))
}

/// Reads of passkeys.
extension RecordReads {
  public func passkey(_ id: Passkey.ID) throws -> Passkey? { try find(id) }

  public func passkey(credentialID: Data) throws -> Passkey? {
    try first(Passkey.byCredential, .bytes(credentialID))
  }

  /// Newest first.
  public func passkeys(of person: Person.ID) throws -> [Passkey] {
    try list(Passkey.ofPerson, .id(person))
  }
}
