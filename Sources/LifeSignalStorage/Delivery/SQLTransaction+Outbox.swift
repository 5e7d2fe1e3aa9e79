import Foundation
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

  func deliveryCounts() throws -> [Delivery.State: Int] {
    let counts: [(Delivery.State, Int)] = try session.all(OutboxStatements.counts, []) { row in
      (try row.choice(), try row.int())
    }
    return Dictionary(counts) { first, _ in first }
  }

  func insert(_ delivery: Delivery) throws -> Bool {
    try wins(OutboxStatements.insert, try delivery.values())
  }

  func completeDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, at now: Date
  ) throws -> Bool {
    try wins(OutboxStatements.complete, [.id(id), .text(owner), .int(attempt), .date(now)])
  }

  func deferDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, until: Date
  ) throws -> Bool {
    try wins(OutboxStatements.postpone, [.id(id), .text(owner), .int(attempt), .date(until)])
  }

  func retryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, nextAttemptAt: Date, error: String
  ) throws -> Bool {
    try wins(
      OutboxStatements.retry,
      [.id(id), .text(owner), .int(attempt), .date(nextAttemptAt), .text(error)])
  }

  func buryDelivery(
    _ id: Delivery.ID, owner: String, attempt: Int, at now: Date, error: String
  ) throws -> Bool {
    try wins(
      OutboxStatements.bury, [.id(id), .text(owner), .int(attempt), .date(now), .text(error)])
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
  static let counts: SQLText = "SELECT state, count(*) FROM deliveries GROUP BY state"
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
