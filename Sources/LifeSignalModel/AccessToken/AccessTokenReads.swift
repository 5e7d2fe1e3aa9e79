public import Foundation

extension AccessToken {
  public static let lists = [byHash, good]
  static let byHash = Rows<AccessToken>(.equal("token_hash"))
  static let good = Rows<AccessToken>(
    .equal("person_id"), .missing("revoked_at"), .aboveOrMissing("expires_at"),
    order: .falling("created_at"), .falling("id"))
}

/// Reads of access tokens.
extension RecordReads {
  /// The token with this id, whether or not it is still valid.
  public func accessToken(_ id: AccessToken.ID) throws -> AccessToken? { try find(id) }

  /// The token of this hash, whether or not it is still valid.
  public func accessToken(hash: Data) throws -> AccessToken? {
    try first(AccessToken.byHash, .bytes(hash))
  }

  /// Tokens neither revoked nor expired at `now`, newest first.
  public func accessTokens(of person: Person.ID, at now: Date) throws -> [AccessToken] {
    try list(AccessToken.good, .id(person), .date(now))
  }
}
