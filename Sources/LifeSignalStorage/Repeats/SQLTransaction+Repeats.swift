import Foundation
import LifeSignalModel

extension SQLTransaction {
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
