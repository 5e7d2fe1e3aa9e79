import Foundation
import LifeSignalModel

extension SQLTransaction {
  func oneTimeCode(_ id: OneTimeCode.ID) throws -> OneTimeCode? {
    try session.readable(Statements.code, [.text(id.rawValue)]) { try OneTimeCode(&$0) }
  }

  func oneTimeCodes(phoneNumber: String, since: Date) throws -> [OneTimeCode] {
    try session.allReadable(Statements.codes, [.text(phoneNumber), .date(since)]) {
      try OneTimeCode(&$0)
    }
  }

  func insert(_ code: OneTimeCode) throws -> Bool {
    try wins(Statements.insertCode, code.values())
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

  func session(_ id: SessionID) throws -> Session? {
    try session.readable(Statements.sessionByID, [.id(id)]) { try Session(&$0) }
  }

  func sessions(of person: Person.ID, at now: Date) throws -> [Session] {
    try session.allReadable(Statements.sessions, [.id(person), .date(now)]) { try Session(&$0) }
  }

  func insert(_ session: Session) throws -> Bool {
    try wins(Statements.insertSession, try session.values())
  }

  func revokeSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool {
    try wins(Statements.revoke, [.id(id), .id(person), .date(at)])
  }

  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) throws -> Int {
    try session.change(Statements.revokeOthers, [.id(id), .id(person), .date(at)])
  }

  func noteUse(ofSession id: SessionID, at: Date) throws -> Bool {
    try wins(Statements.seen, [.id(id), .date(at)])
  }

  func proveSession(_ id: SessionID, of person: Person.ID, at: Date) throws -> Bool {
    try wins(Statements.proven, [.id(id), .id(person), .date(at)])
  }
}

private enum Statements {
  static let sessionByID: SQLText = "SELECT \(SQLTable.sessions.list) FROM sessions WHERE id = $1"
  static let code: SQLText =
    "SELECT \(SQLTable.oneTimeCodes.list) FROM one_time_codes WHERE id = $1"
  static let codes: SQLText = """
    SELECT \(SQLTable.oneTimeCodes.list) FROM one_time_codes
    WHERE phone_number = $1 AND created_at >= $2 ORDER BY created_at DESC, id DESC
    """
  static let insertCode = SQLTable.oneTimeCodes.insert
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
  static let insertSession = SQLTable.sessions.insert
  static let revoke: SQLText = """
    UPDATE sessions SET revoked_at = $3
    WHERE id = $1 AND person_id = $2 AND revoked_at IS NULL
    """
  static let revokeOthers: SQLText = """
    UPDATE sessions SET revoked_at = $3
    WHERE id <> $1 AND person_id = $2 AND revoked_at IS NULL
    """
  static let seen: SQLText = """
    UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND revoked_at IS NULL
    """
  static let proven: SQLText = """
    UPDATE sessions SET proven_at = $3
    WHERE id = $1 AND person_id = $2 AND revoked_at IS NULL
    """
}
