public import Foundation

/// The result of a command that was not refused.
public enum Outcome: Equatable, Sendable {
  case done
  /// Nothing was left to do; only for commands of the system.
  case unchanged
  case codeSent(OneTimeCode.ID, expiresAt: Date)
  case signedIn(SignIn)
  /// E.164.
  case phoneNumber(String)
  case passkey(PasskeyData)
}

/// A new session. The token is shown once and stored nowhere.
public struct SignIn: Equatable, Sendable {
  public var token: String
  public var session: SessionID
  public var person: Person.ID
  public var expiresAt: Date
  /// Whether the number belonged to no member before.
  public var isNew: Bool

  public init(
    token: String, session: SessionID, person: Person.ID, expiresAt: Date, isNew: Bool
  ) {
    self.token = token
    self.session = session
    self.person = person
    self.expiresAt = expiresAt
    self.isNew = isNew
  }
}
