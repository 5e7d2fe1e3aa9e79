import Foundation
import LifeSignalModel

extension SQLTransaction {
  func claimDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, owner: String, at now: Date,
    leaseUntil: Date, limit: Int
  ) throws -> [Delivery] {
    guard limit > 0 else { return [] }
    var claimed: [Delivery] = []
    while claimed.count < limit {
      let candidates = try candidates(
        of: kinds, upTo: priority, at: now, limit: limit - claimed.count)
      let rows = try candidates.flatMap { candidate in
        try session.rows(
          ClaimStatements.claim,
          [.id(candidate.id), .text(owner), .date(leaseUntil), .date(now)]
        ).map { (candidate.id, $0) }
      }
      var unreadable = 0
      for (id, row) in rows {
        if let delivery = try row.readable({ try Delivery(&$0) }) {
          claimed.append(delivery)
        } else {
          try session.change(ClaimStatements.buryUnreadable, [.id(id), .date(now)])
          unreadable += 1
        }
      }
      if candidates.isEmpty { try buryUnknownPriorities(of: kinds, at: now) }
      if unreadable == 0 { break }
    }
    return claimed
  }

  /// A row whose priority this version does not know is never a candidate, and yet it would be the
  /// earliest for ever. Looked for only when nothing else is there.
  private func buryUnknownPriorities(of kinds: Set<ChannelKind>, at now: Date) throws {
    for kind in kinds {
      for statement in [ClaimStatements.buryTooLow, ClaimStatements.buryTooHigh] {
        try session.change(statement, [.text(kind.rawValue), .date(now)])
      }
    }
  }

  /// The rows to claim, most urgent first.
  ///
  /// One exact index range per priority and kind: rows that wait for a later attempt, however many
  /// a dead provider piles up, are never looked at.
  private func candidates(
    of kinds: Set<ChannelKind>, upTo most: Delivery.Priority, at now: Date, limit: Int
  ) throws -> ArraySlice<Candidate> {
    let names = kinds.map(\.rawValue).sorted()
    var found: [Candidate] = []
    for name in names {
      found += try session.all(
        ClaimStatements.lapsed, [.date(now), .text(name), .int(limit), .int(most.rawValue)]
      ) { try Candidate(&$0) }
    }
    for priority in Delivery.Priority.allCases where priority <= most {
      let atLeastAsUrgent = found.count { $0.priority <= priority.rawValue }
      guard atLeastAsUrgent < limit else { break }
      for name in names {
        found += try session.all(
          ClaimStatements.ready,
          [.text(name), .int(priority.rawValue), .date(now), .int(limit)]
        ) { try Candidate(&$0) }
      }
    }
    return found.sorted().prefix(limit)
  }
}

private struct Candidate: Comparable {
  var id: Delivery.ID
  var priority: Int
  var nextAttemptAt: Int64

  init(_ row: inout SQLRow) throws {
    id = try row.id()
    priority = try row.int()
    nextAttemptAt = try row.int64()
  }

  static func < (lhs: Candidate, rhs: Candidate) -> Bool {
    (lhs.priority, lhs.nextAttemptAt, lhs.id) < (rhs.priority, rhs.nextAttemptAt, rhs.id)
  }
}

enum ClaimStatements {
  static let ready: SQLText = """
    SELECT id, priority, next_attempt_at FROM deliveries
    WHERE state = 'ready' AND kind = $1 AND priority = $2 AND next_attempt_at <= $3
    ORDER BY next_attempt_at LIMIT $4
    """
  static let lapsed: SQLText = """
    SELECT id, priority, next_attempt_at FROM deliveries
    WHERE state = 'leased' AND lease_until <= $1 AND kind = $2 AND priority <= $4
    ORDER BY priority, next_attempt_at LIMIT $3
    """
  static let claim: SQLText = """
    UPDATE deliveries SET state = 'leased', lease_owner = $2, lease_until = $3,
      attempts = attempts + 1
    WHERE id = $1 AND ((state = 'ready' AND next_attempt_at <= $4)
      OR (state = 'leased' AND lease_until <= $4))
    RETURNING \(SQLTable.deliveries.list)
    """

  private static let unreadable = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = 'unreadable',
      lease_owner = NULL, lease_until = NULL
    """
  private static let priorities = Delivery.Priority.allCases.map(\.rawValue)
  static let buryUnreadable: SQLText = "\(unreadable) WHERE id = $1"
  static let buryTooLow: SQLText = """
    \(unreadable) WHERE state = 'ready' AND kind = $1 AND priority < \(priorities.min() ?? 0)
    """
  static let buryTooHigh: SQLText = """
    \(unreadable) WHERE state = 'ready' AND kind = $1 AND priority > \(priorities.max() ?? 0)
    """
}
