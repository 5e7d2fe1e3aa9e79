public import Foundation

/// Reads of passkeys.
public protocol PasskeyReads: RecordReads {
  func passkey(credentialID: Data) throws -> Passkey?
  /// Newest first.
  func passkeys(of person: Person.ID) throws -> [Passkey]
}

extension PasskeyReads {
  public func passkey(_ id: Passkey.ID) throws -> Passkey? { try find(id) }
}
