import Foundation
import LifeSignalModel

extension SQLTransaction {
  func request(_ name: Data, of person: Person.ID) throws -> KeptRequest? {
    try session.readable(RequestStatements.byName, [.id(person), .bytes(name)]) {
      try KeptRequest(&$0)
    }
  }

  func begin(_ request: KeptRequest) throws {
    try session.change(RequestStatements.begin, try request.values())
  }

  func finish(_ request: KeptRequest, at: Date) throws -> Bool {
    try wins(RequestStatements.finish, request.attempt + [.date(at)])
  }

  func keep(_ answer: Data, of request: KeptRequest) throws -> Bool {
    try wins(RequestStatements.keep, request.attempt + [.bytes(answer)])
  }

  func forget(_ request: KeptRequest) throws -> Bool {
    try wins(RequestStatements.forget, request.attempt)
  }

  func sweepRequests(before: Date, limit: Int) throws -> Int {
    try session.change(RequestStatements.sweep, [.date(before), .int(limit)])
  }
}

extension KeptRequest {
  fileprivate var attempt: [SQLValue] { [.id(person), .bytes(name), .date(startedAt)] }
}

enum RequestStatements {
  static let byName: SQLText =
    "SELECT \(SQLTable.requests.list) FROM requests WHERE person_id = $1 AND name = $2"
  static let begin: SQLText = """
    INSERT INTO requests (\(SQLTable.requests.list)) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (person_id, name) DO UPDATE SET content = excluded.content,
      started_at = excluded.started_at, done_at = excluded.done_at, answer = excluded.answer
    """
  static let finish: SQLText = """
    UPDATE requests SET done_at = COALESCE(done_at, $4)
    WHERE person_id = $1 AND name = $2 AND started_at = $3
    """
  static let keep: SQLText = """
    UPDATE requests SET answer = $4 WHERE person_id = $1 AND name = $2 AND started_at = $3
    """
  static let forget: SQLText = """
    DELETE FROM requests
    WHERE person_id = $1 AND name = $2 AND started_at = $3 AND done_at IS NULL
    """
  static let sweep: SQLText = """
    DELETE FROM requests WHERE (person_id, name) IN (
      SELECT person_id, name FROM requests WHERE started_at < $1 ORDER BY started_at LIMIT $2)
    """
}
