public import Foundation

/// Reads of passkeys.
public protocol PasskeyReads {
  func passkey(credentialID: Data) throws -> Passkey?
  func passkey(_ id: Passkey.ID) throws -> Passkey?
  /// Newest first.
  func passkeys(of person: Person.ID) throws -> [Passkey]
}
