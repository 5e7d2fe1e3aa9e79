import Foundation
import LifeSignalModel

extension SQLTransaction {
  func accessToken(hash: Data) throws -> AccessToken? {
    try session.readable(AccessTokenStatements.byHash, [.bytes(hash)]) { try AccessToken(&$0) }
  }

  func accessToken(_ id: AccessToken.ID) throws -> AccessToken? {
    try session.readable(AccessTokenStatements.byID, [.id(id)]) { try AccessToken(&$0) }
  }

  func accessTokens(of person: Person.ID, at now: Date) throws -> [AccessToken] {
    try session.allReadable(AccessTokenStatements.good, [.id(person), .date(now)]) {
      try AccessToken(&$0)
    }
  }

  func insert(_ token: AccessToken) throws -> Bool {
    try wins(AccessTokenStatements.insert, try token.values())
  }

  func revokeAccessToken(_ id: AccessToken.ID, of person: Person.ID, at: Date) throws -> Bool {
    try wins(AccessTokenStatements.revoke, [.id(id), .id(person), .date(at)])
  }

  func noteUse(ofAccessToken id: AccessToken.ID, at: Date) throws -> Bool {
    try wins(AccessTokenStatements.use, [.id(id), .date(at)])
  }
}

enum AccessTokenStatements {
  static let byHash: SQLText =
    "SELECT \(SQLTable.accessTokens.list) FROM access_tokens WHERE token_hash = $1"
  static let byID: SQLText =
    "SELECT \(SQLTable.accessTokens.list) FROM access_tokens WHERE id = $1"
  static let good: SQLText = """
    SELECT \(SQLTable.accessTokens.list) FROM access_tokens
    WHERE person_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
    ORDER BY created_at DESC, id DESC
    """
  static let insert = SQLTable.accessTokens.insert
  static let revoke: SQLText = """
    UPDATE access_tokens SET revoked_at = $3
    WHERE id = $1 AND person_id = $2 AND revoked_at IS NULL
    """
  static let use: SQLText = """
    UPDATE access_tokens SET last_used_at = $2 WHERE id = $1 AND revoked_at IS NULL
    """
}
