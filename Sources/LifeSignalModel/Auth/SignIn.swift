public import Foundation

/// A new session. The token is shown once and stored nowhere.
public struct SignIn: Equatable, Sendable {
  public var token: String
  public var session: SessionID
  public var person: Person.ID
  public var expiresAt: Date
  /// Whether the number belonged to no member before.
  public var isNew: Bool
}
