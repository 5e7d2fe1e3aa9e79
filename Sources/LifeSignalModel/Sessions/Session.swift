public import Foundation

public typealias SessionID = Identifier<Session>

/// A signed-in browser or device as stored: never its token, only the token's hash.
public struct Session: Identifiable, Equatable, Sendable {
  public var id: SessionID
  public var person: Person.ID
  /// SHA-256 of the token; unique.
  public var tokenHash: Data
  /// The name the person recognizes it by, for example a browser's name; may be empty.
  public var label: String
  public var createdAt: Date
  /// False if its start cannot be read: then it counts as just begun.
  public var isAgeKnown = true
  /// Moves on with use: see ``SessionRules/end(of:usedAt:life:)``.
  public var expiresAt: Date
  public var revokedAt: Date?
  /// The hour it was last used in, with no finer precision; nil until that has been noted.
  public var lastSeenAt: Date?
  /// When the person last authenticated here: by signing in, and whenever ``ProofRules`` required
  /// it since.
  public var provenAt: Date
  /// The end of which the person has been warned; nil until then. A later end is another one.
  public var warnedEnd: Date?

  /// - Parameter provenAt: nil for when it began.
  public init(
    id: SessionID, person: Person.ID, tokenHash: Data, label: String = "", createdAt: Date,
    expiresAt: Date, revokedAt: Date? = nil, lastSeenAt: Date? = nil, provenAt: Date? = nil,
    warnedEnd: Date? = nil
  ) {
    self.id = id
    self.person = person
    self.tokenHash = tokenHash
    self.label = label
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.revokedAt = revokedAt
    self.lastSeenAt = lastSeenAt
    self.provenAt = provenAt ?? createdAt
    self.warnedEnd = warnedEnd
  }

  /// Whether it is valid at `now`.
  public func isGood(at now: Date) -> Bool { revokedAt == nil && expiresAt > now }
}
