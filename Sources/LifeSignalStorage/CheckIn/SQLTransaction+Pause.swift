import Foundation
import LifeSignalModel

extension SQLTransaction {
  func pauses(of person: Person.ID, since: Date) throws -> [PauseRecord] {
    try session.all(Statements.since, [.id(person), .date(since)]) { row in
      PauseRecord(person: try row.id(), startedAt: try row.date(), until: try row.date())
    }
  }

  func insert(_ pause: PauseRecord) throws -> Bool {
    try wins(Statements.insert, try pause.values())
  }

  func update(_ pause: PauseRecord) throws -> Bool {
    try wins(Statements.update, try pause.values())
  }
}

extension PauseRecord {
  fileprivate func values() throws -> [SQLValue] {
    [try .key(person), .date(startedAt), .date(until)]
  }
}

private enum Statements {
  static let since: SQLText = """
    SELECT person_id, started_at, until_at FROM pauses WHERE person_id = $1 AND until_at >= $2
    ORDER BY started_at
    """
  static let insert: SQLText = """
    INSERT INTO pauses (person_id, started_at, until_at) VALUES ($1, $2, $3)
    ON CONFLICT (person_id, started_at) DO UPDATE SET until_at = excluded.until_at
    """
  static let update: SQLText =
    "UPDATE pauses SET until_at = $3 WHERE person_id = $1 AND started_at = $2"
}
