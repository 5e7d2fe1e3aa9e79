import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func earliestDelivery() throws -> Date? {
    // An impossible instant counts as due: the claim finds the row and gives it up. If it were left
    // out here, it would be the earliest for ever and hide all others.
    let instants = try session.all(OutboxStatements.earliest, []) { row in
      try row.optional { try $0.int64() }
    }
    return instants.compactMap { $0 }.min().map { Date(milliseconds: max(0, $0)) }
  }

  func deliveries(of person: Person.ID, limit: Int) throws -> [Delivery] {
    // An unreadable row must not hide how a person is reached by all the others.
    try session.firstReadable(limit, OutboxStatements.ofPerson, [.id(person)]) {
      try Delivery(&$0)
    }
  }

  func insert(_ delivery: Delivery) throws -> Bool {
    try wins(OutboxStatements.insert, try delivery.values())
  }

  func settle(
    _ id: Delivery.ID, owner: String, attempt: Int, _ result: AttemptResult
  ) throws -> Bool {
    let held: [SQLValue] = [.id(id), .text(owner), .int(attempt)]
    switch result {
    case .deferred(let until): return try wins(OutboxStatements.postpone, held + [.date(until)])
    case .sent(let at): return try wins(OutboxStatements.complete, held + [.date(at)])
    case .failed(let error, let at):
      return try wins(OutboxStatements.retry, held + [.date(at), .text(error)])
    case .givenUp(let error, let at):
      return try wins(OutboxStatements.bury, held + [.date(at), .text(error)])
    }
  }

  func releaseDeliveries(owner: String) throws -> Int {
    try session.change(OutboxStatements.release, [.text(owner)])
  }
}

enum OutboxStatements {
  /// Two rows, each the first entry of a partial index.
  static let earliest: SQLText = """
    SELECT min(next_attempt_at) FROM deliveries WHERE state = 'ready'
    UNION ALL SELECT min(lease_until) FROM deliveries WHERE state = 'leased'
    """
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE person_id = $1
    ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
    """
  static let insert = SQLTable.deliveries.insert

  /// Only the holder of this very attempt's lease may store its result.
  private static let held: SQLText =
    "WHERE id = $1 AND state = 'leased' AND lease_owner = $2 AND attempts = $3"
  static let complete: SQLText = """
    UPDATE deliveries SET state = 'done', finished_at = $4, accepted_at = COALESCE(accepted_at, $4),
      lease_owner = NULL, lease_until = NULL,
      last_error = NULL \(held)
    """
  static let retry: SQLText = """
    UPDATE deliveries SET state = 'ready', next_attempt_at = $4, last_error = $5,
      lease_owner = NULL, lease_until = NULL \(held)
    """
  static let postpone: SQLText = """
    UPDATE deliveries SET state = 'ready', next_attempt_at = $4, attempts = attempts - 1,
      lease_owner = NULL, lease_until = NULL \(held)
    """
  static let bury: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $4, last_error = $5, lease_owner = NULL,
      lease_until = NULL \(held)
    """
  /// `next_attempt_at` had passed when the row was leased, so the row is due again immediately.
  static let release: SQLText = """
    UPDATE deliveries SET state = 'ready', lease_owner = NULL, lease_until = NULL
    WHERE state = 'leased' AND lease_owner = $1
    """
}
