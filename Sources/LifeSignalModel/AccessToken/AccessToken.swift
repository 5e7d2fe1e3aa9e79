public import Foundation

/// A key to a person's account for a program, as stored: never its text, only the text's hash.
public struct AccessToken: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<AccessToken>

  public var id: ID
  public var person: Person.ID
  /// SHA-256 of the text; unique.
  public var hash: Data
  /// The name the person recognizes it by, 1–60 characters.
  public var name: String
  public var scopes: Set<TokenScope>
  public var createdAt: Date
  /// Nil for one that lasts until it is revoked.
  public var expiresAt: Date?
  /// Not every use is noted; see ``AccessTokenRules/noteInterval``.
  public var lastUsedAt: Date?
  public var revokedAt: Date?

  public init(
    id: ID, person: Person.ID, hash: Data, name: String, scopes: Set<TokenScope>, createdAt: Date,
    expiresAt: Date? = nil, lastUsedAt: Date? = nil, revokedAt: Date? = nil
  ) {
    self.id = id
    self.person = person
    self.hash = hash
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
    self.revokedAt = revokedAt
  }

  /// Whether it is valid at `now`.
  public func isGood(at now: Date) -> Bool {
    revokedAt == nil && (expiresAt.map { $0 > now } ?? true)
  }
}

/// A token as its owner reads it.
public struct AccessTokenData: Identifiable, Equatable, Codable, Sendable {
  public var id: AccessToken.ID
  public var name: String
  /// In the order of ``TokenScope``.
  public var scopes: [TokenScope]
  public var createdAt: Date
  public var expiresAt: Date?
  public var lastUsedAt: Date?

  public init(
    id: AccessToken.ID, name: String, scopes: [TokenScope], createdAt: Date,
    expiresAt: Date? = nil, lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.lastUsedAt = lastUsedAt
  }

  public init(_ token: AccessToken) {
    self.init(
      id: token.id, name: token.name, scopes: token.scopes.sorted(), createdAt: token.createdAt,
      expiresAt: token.expiresAt, lastUsedAt: token.lastUsedAt)
  }
}

/// A token that has just been made. The text is shown once and stored nowhere.
public struct NewAccessToken: Equatable, Codable, Sendable, CustomStringConvertible {
  /// Sent as `Authorization: Bearer …`.
  public var token: String
  public var details: AccessTokenData

  public init(token: String, details: AccessTokenData) {
    self.token = token
    self.details = details
  }

  public var description: String { "<access token \(details.id)>" }
}
