public import Foundation

/// Reads of one-time codes and sessions.
public protocol SignInReads: RecordReads {
  /// Codes requested for this number at or after `since`, newest first.
  func oneTimeCodes(phoneNumber: String, since: Date) throws -> [OneTimeCode]
  /// The session of this token hash, whether or not it is still valid.
  func session(tokenHash: Data) throws -> Session?
  /// Sessions neither revoked nor expired at `now`, newest first.
  func sessions(of person: Person.ID, at now: Date) throws -> [Session]
}

extension SignInReads {
  public func oneTimeCode(_ id: OneTimeCode.ID) throws -> OneTimeCode? { try find(id) }

  /// The session with this id, whether or not it is still valid.
  public func session(_ id: SessionID) throws -> Session? { try find(id) }
}
