import Foundation
import LifeSignalModel

extension SQLTransaction {
  func outboxFigures() throws -> [OutboxFigure] {
    try DeadLetterStatements.figures.flatMap { state, statement in
      try session.all(statement, []) { row in
        OutboxFigure(
          kind: ChannelKind(rawValue: try row.text()), state: state, count: try row.int(),
          oldest: try row.optional { try $0.date() })
      }
    }
  }

  func deadLetters(limit: Int) throws -> [DeadLetter] {
    try session.allReadable(DeadLetterStatements.newest, [.int(limit)]) { try DeadLetter(&$0) }
  }

  func deadLetter(_ id: Delivery.ID) throws -> DeadLetter? {
    try session.first(DeadLetterStatements.one, [.id(id)]) { try DeadLetter(&$0) }
  }

  func reviveDelivery(_ id: Delivery.ID, at: Date, giveUpAt: Date) throws -> Bool {
    try wins(DeadLetterStatements.revive, [.id(id), .date(at), .date(giveUpAt)])
  }
}

extension DeadLetter {
  fileprivate init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), kind: ChannelKind(rawValue: try row.text()),
      priority: Delivery.Priority(rawValue: try row.int()), attempts: try row.int(),
      createdAt: try row.date(), diedAt: try row.date(),
      reason: try row.optional { try $0.text() } ?? "")
  }
}

enum DeadLetterStatements {
  /// Each reads one partial index and no row of the table.
  static let figures: [(Delivery.State, SQLText)] = [
    (
      .ready,
      """
      SELECT kind, count(*), min(next_attempt_at) FROM deliveries WHERE state = 'ready'
      GROUP BY kind
      """
    ),
    (
      .leased,
      """
      SELECT kind, count(*), min(lease_until) FROM deliveries WHERE state = 'leased' GROUP BY kind
      """
    ),
    (
      .dead,
      """
      SELECT kind, count(*), min(finished_at) FROM deliveries
      WHERE state = 'dead' AND last_error IS DISTINCT FROM 'withdrawn' GROUP BY kind
      """
    ),
  ]
  private static let columns: SQLText =
    "id, kind, priority, attempts, created_at, coalesce(finished_at, created_at), last_error"
  static let newest: SQLText = """
    SELECT \(columns) FROM deliveries
    WHERE state = 'dead' AND last_error IS DISTINCT FROM 'withdrawn'
    ORDER BY finished_at DESC, id DESC LIMIT $1
    """
  static let one: SQLText = "SELECT \(columns) FROM deliveries WHERE id = $1 AND state = 'dead'"
  static let revive: SQLText = """
    UPDATE deliveries SET state = 'ready', next_attempt_at = $2, give_up_at = $3,
      finished_at = NULL
    WHERE id = $1 AND state = 'dead'
    """
}
