import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func claimableDeliveries(
    of kinds: Set<ChannelKind>, upTo priority: Delivery.Priority, at now: Date, limit: Int,
    sparing held: Set<Delivery.ID>
  ) throws -> [Delivery.ID] {
    guard limit > 0 else { return [] }
    let found = try candidates(of: kinds, upTo: priority, at: now, limit: limit + held.count)
    if found.isEmpty { try buryUnknownPriorities(of: kinds, at: now) }
    return Array(found.map(\.id).filter { !held.contains($0) }.prefix(limit))
  }

  func suspectDelivery(
    of kinds: Set<ChannelKind>, upTo most: Delivery.Priority, at now: Date,
    sparing held: Set<Delivery.ID>
  ) throws -> Delivery.ID? {
    let found = try kinds.flatMap { kind in
      try session.allReadable(
        ClaimStatements.suspects,
        [.date(now), .text(kind.rawValue), .int(most.rawValue), .int(held.count + 1)]
      ) { try Candidate(&$0) }
    }
    return found.filter { !held.contains($0.id) }.min()?.id
  }

  func claimDelivery(
    _ id: Delivery.ID, owner: String, at now: Date, leaseUntil: Date
  ) throws -> Delivery? {
    do {
      let rows = try session.rows(
        ClaimStatements.claim, [.id(id), .text(owner), .date(leaseUntil), .date(now)])
      guard let row = rows.first else { return nil }
      if let delivery = try row.readable(noting: nil, { try Delivery(&$0) }) {
        return delivery
      }
    } catch LedgerError.corrupt {
      // Its attempts cannot even be counted.
    }
    try session.change(ClaimStatements.buryUnreadable, [.id(id), .date(now)])
    try session.change(ClaimStatements.advanceNext, [.id(id), .date(now)])
    return nil
  }

  func endLeases(at now: Date) throws -> Int {
    try session.change(ClaimStatements.endLeases, [.date(now)])
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
  /// One exact index range per priority and kind: rows that wait for a later attempt are never
  /// read, however many of them a dead provider accumulates.
  private func candidates(
    of kinds: Set<ChannelKind>, upTo most: Delivery.Priority, at now: Date, limit: Int
  ) throws -> ArraySlice<Candidate> {
    let names = kinds.map(\.rawValue).sorted()
    var found: [Candidate] = []
    for name in names {
      found += try session.allReadable(
        ClaimStatements.lapsed, [.date(now), .text(name), .int(limit), .int(most.rawValue)]
      ) { try Candidate(&$0) }
    }
    for priority in Delivery.Priority.allCases where priority <= most {
      let atLeastAsUrgent = found.count { $0.priority <= priority.rawValue }
      guard atLeastAsUrgent < limit else { break }
      for name in names {
        found += try session.allReadable(
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
  /// Enough attempts without a result to be suspected of ending the process.
  private static let suspicious: SQLText =
    "\(literals: (Delivery.suspectFrom...Delivery.mostUnanswered).map(Delivery.noResult))"
  /// One attempt without a result more than before.
  private static let counted: SQLText = "\(joining: (1..<Delivery.mostUnanswered).map(counting))"

  private static func counting(_ times: Int) -> SQLText {
    """
    WHEN last_error = \(literal: Delivery.noResult(times))
      THEN \(literal: Delivery.noResult(times + 1))
    """
  }

  /// The most urgent ones of a kind.
  static let suspects: SQLText = """
    SELECT id, priority, next_attempt_at FROM (
      SELECT id, priority, next_attempt_at FROM deliveries
      WHERE state = 'leased' AND lease_until <= $1 AND kind = $2 AND priority <= $3
        AND last_error IN (\(literal: Delivery.noResult(1)), \(suspicious))
      UNION ALL SELECT id, priority, next_attempt_at FROM deliveries
      WHERE state = 'ready' AND next_attempt_at <= $1 AND kind = $2 AND priority <= $3
        AND last_error IN (\(suspicious))) AS suspected
    ORDER BY priority, next_attempt_at LIMIT $4
    """
  static let ready: SQLText = """
    SELECT id, priority, next_attempt_at FROM deliveries
    WHERE state = 'ready' AND kind = $1 AND priority = $2 AND next_attempt_at <= $3
      AND (last_error IS NULL OR last_error NOT IN (\(suspicious)))
    ORDER BY next_attempt_at LIMIT $4
    """
  static let lapsed: SQLText = """
    SELECT id, priority, next_attempt_at FROM deliveries
    WHERE state = 'leased' AND lease_until <= $1 AND kind = $2 AND priority <= $4
      AND (last_error IS NULL OR last_error NOT IN (\(literal: Delivery.noResult(1)), \(suspicious)))
    ORDER BY priority, next_attempt_at LIMIT $3
    """
  /// Of those that ``lapsed`` takes.
  static let endLeases: SQLText = """
    UPDATE deliveries SET lease_until = $1
    WHERE state = 'leased' AND lease_until > $1
      AND (last_error IS NULL OR last_error NOT IN (\(literal: Delivery.noResult(1)), \(suspicious)))
    """
  static let claim: SQLText = """
    UPDATE deliveries SET state = 'leased', lease_owner = $2, lease_until = $3,
      attempts = attempts + 1,
      last_error = CASE WHEN state = 'ready' THEN last_error \(counted)
        ELSE \(literal: Delivery.noResult(1)) END
    WHERE id = $1 AND ((state = 'ready' AND next_attempt_at <= $4)
      OR (state = 'leased' AND lease_until <= $4))
    RETURNING \(SQLTable.deliveries.list)
    """

  private static let unreadable: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = \(literal: Delivery.unreadable),
      lease_owner = NULL, lease_until = NULL
    """
  private static let priorities = Delivery.Priority.allCases.map(\.rawValue)
  static let buryUnreadable: SQLText = "\(unreadable) WHERE id = $1"
  static let advanceNext: SQLText = """
    UPDATE deliveries SET next_attempt_at = $2 WHERE id = (
      SELECT id FROM deliveries
      WHERE notification_id = (SELECT notification_id FROM deliveries WHERE id = $1)
        AND state = 'ready' AND attempts = 0
      ORDER BY channel_rank LIMIT 1)
      AND next_attempt_at > $2
    """
  static let buryTooLow: SQLText = """
    \(unreadable) WHERE state = 'ready' AND kind = $1 AND priority < \(priorities.min() ?? 0)
    """
  static let buryTooHigh: SQLText = """
    \(unreadable) WHERE state = 'ready' AND kind = $1 AND priority > \(priorities.max() ?? 0)
    """
}
