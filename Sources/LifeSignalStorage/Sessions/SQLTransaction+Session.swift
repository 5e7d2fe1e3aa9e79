import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func revokeSessions(of person: Person.ID, otherThan id: SessionID, at: Date) throws -> Int {
    try session.change(Statements.revokeOthers, [.id(id), .id(person), .date(at)])
  }

  func lastSessions(
    endingAfter now: Date, by end: Date, after last: SessionID?, limit: Int
  ) throws -> [LapsedSession] {
    try session.all(
      SessionStatements.last,
      [.date(now), .date(end), last.map { .id($0) } ?? .int(-1), .int(limit)]
    ) { LapsedSession(try $0.id(), of: try $0.id()) }
  }
}

enum SessionStatements {
  /// Run once an hour: two weeks of ends, by their index. Of two that end together, the newer one is
  /// the last.
  static let last: SQLText = """
    SELECT s.id, s.person_id FROM sessions s JOIN watches w ON w.person_id = s.person_id
    WHERE s.expires_at > $1 AND s.expires_at <= $2 AND +s.id > $3
      AND s.revoked_at IS NULL AND w.deadline_at IS NOT NULL
      AND s.warned_end IS DISTINCT FROM s.expires_at
      AND NOT EXISTS (
        SELECT 1 FROM sessions o
        WHERE o.person_id = s.person_id AND o.revoked_at IS NULL
          AND (o.expires_at > s.expires_at OR o.expires_at = s.expires_at AND o.id > s.id))
    ORDER BY +s.id LIMIT $4
    """
}

private enum Statements {
  static let revokeOthers: SQLText = """
    UPDATE sessions SET revoked_at = $3
    WHERE id <> $1 AND person_id = $2 AND revoked_at IS NULL
    """
}
