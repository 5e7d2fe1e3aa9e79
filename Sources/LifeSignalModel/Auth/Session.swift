public import Foundation

public typealias SessionID = Identifier<Session>

/// A signed-in browser or device as stored: never its token, only the token's hash.
public struct Session: Identifiable, Equatable, Sendable {
  public var id: SessionID
  public var person: Person.ID
  /// SHA-256 of the token; unique.
  public var tokenHash: Data
  /// What the person recognises it by, for example a browser's name; may be empty.
  public var label: String
  public var createdAt: Date
  public var expiresAt: Date
  public var revokedAt: Date?

  public init(
    id: SessionID, person: Person.ID, tokenHash: Data, label: String = "", createdAt: Date,
    expiresAt: Date, revokedAt: Date? = nil
  ) {
    self.id = id
    self.person = person
    self.tokenHash = tokenHash
    self.label = label
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
  }
}
