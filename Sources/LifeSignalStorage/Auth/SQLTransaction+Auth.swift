import Foundation
import LifeSignalModel

extension SQLTable {
  static let oneTimeCodes = SQLTable(OneTimeCode.self)
  static let sessions = SQLTable(Session.self)
}

extension SQLTransaction {
  func oneTimeCodes(phoneNumber: String, since: Date) throws -> [OneTimeCode] {
    try session.allReadable(Statements.codes, [.text(phoneNumber), .date(since)]) {
      try OneTimeCode(&$0)
    }
  }

  func countAttempt(_ id: OneTimeCode.ID, from old: Int) throws -> Bool {
    try wins(Statements.countAttempt, [.text(id.rawValue), .int(old)])
  }

  func useOneTimeCode(_ id: OneTimeCode.ID, at: Date) throws -> Bool {
    try wins(Statements.useCode, [.text(id.rawValue), .date(at)])
  }

  func session(tokenHash: Data) throws -> Session? {
    try session.readable(Statements.session, [.bytes(tokenHash)]) { try Session(&$0) }
  }

  func sessions(of person: Person.ID, at now: Date) throws -> [Session] {
    try session.allReadable(Statements.sessions, [.id(person), .date(now)]) { try Session(&$0) }
  }

  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) throws -> Int {
    try session.change(Statements.revokeOthers, [.id(id), .id(person), .date(at)])
  }
}

private enum Statements {
  static let codes: SQLText = """
    SELECT \(SQLTable.oneTimeCodes.list) FROM one_time_codes
    WHERE phone_number = $1 AND created_at >= $2 ORDER BY created_at DESC, id DESC
    """
  static let countAttempt: SQLText =
    "UPDATE one_time_codes SET attempts = attempts + 1 WHERE id = $1 AND attempts = $2"
  static let useCode: SQLText =
    "UPDATE one_time_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL"
  static let session: SQLText =
    "SELECT \(SQLTable.sessions.list) FROM sessions WHERE token_hash = $1"
  static let sessions: SQLText = """
    SELECT \(SQLTable.sessions.list) FROM sessions
    WHERE person_id = $1 AND revoked_at IS NULL AND expires_at > $2
    ORDER BY created_at DESC, id DESC
    """
  static let revokeOthers: SQLText = """
    UPDATE sessions SET revoked_at = $3
    WHERE id <> $1 AND person_id = $2 AND revoked_at IS NULL
    """
}
