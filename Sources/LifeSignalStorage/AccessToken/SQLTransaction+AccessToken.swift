import Foundation
import LifeSignalModel

extension SQLTable {
  static let accessTokens = SQLTable(AccessToken.self)
}

extension SQLTransaction {
  func accessToken(hash: Data) throws -> AccessToken? {
    try session.readable(AccessTokenStatements.byHash, [.bytes(hash)]) { try AccessToken(&$0) }
  }

  func accessTokens(of person: Person.ID, at now: Date) throws -> [AccessToken] {
    try session.allReadable(AccessTokenStatements.good, [.id(person), .date(now)]) {
      try AccessToken(&$0)
    }
  }
}

enum AccessTokenStatements {
  static let byHash: SQLText =
    "SELECT \(SQLTable.accessTokens.list) FROM access_tokens WHERE token_hash = $1"
  static let good: SQLText = """
    SELECT \(SQLTable.accessTokens.list) FROM access_tokens
    WHERE person_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
    ORDER BY created_at DESC, id DESC
    """
}
