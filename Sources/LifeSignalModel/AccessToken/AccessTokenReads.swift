public import Foundation

/// Reads of access tokens.
public protocol AccessTokenReads: RecordReads {
  /// The token of this hash, whether or not it is still valid.
  func accessToken(hash: Data) throws -> AccessToken?
  /// Tokens neither revoked nor expired at `now`, newest first.
  func accessTokens(of person: Person.ID, at now: Date) throws -> [AccessToken]
}

extension AccessTokenReads {
  /// The token with this id, whether or not it is still valid.
  public func accessToken(_ id: AccessToken.ID) throws -> AccessToken? { try find(id) }
}
