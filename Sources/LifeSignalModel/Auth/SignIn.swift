public import Foundation

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
