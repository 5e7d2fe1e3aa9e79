import Foundation
import LifeSignalModel

extension SQLTable {
  static let requestHistory = SQLTable(
    name: "request_history",
    columns: ["owner_id", "asker_id", "refusals", "refused_at", "blocked_at"])
}

extension RequestHistory {
  init(_ row: inout SQLRow) throws {
    row.begin(.requestHistory)
    self.init(
      owner: try row.id(), asker: try row.id(),
      refusals: row.read(or: 0) { try $0.int() },
      refusedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      // An unreadable block is still a block.
      blockedAt: row.read(or: Date(milliseconds: 0)) { row in
        try row.optional { try $0.date() }
      })
  }
}

extension SQLTransaction {
  func requestHistory(of owner: Person.ID, from asker: Person.ID) throws -> RequestHistory? {
    try session.first(Statements.one, [.id(owner), .id(asker)]) { try RequestHistory(&$0) }
  }

  func blockedAskers(of owner: Person.ID) throws -> [BlockedAsker] {
    try session.allReadable(Statements.blocked, [.id(owner)]) { row in
      (try RequestHistory(&row), try Person(&row))
    }.map { history, person in
      BlockedAsker(
        id: person.id, name: person.name,
        blockedAt: history.blockedAt ?? Date(milliseconds: 0))
    }
  }

  func keep(_ history: RequestHistory) throws -> Int {
    try session.change(
      Statements.keep,
      [
        try .key(history.owner), try .key(history.asker), .int(history.refusals),
        .date(history.refusedAt), .date(history.blockedAt),
      ])
  }

  func forgetRequestHistory(of owner: Person.ID, from asker: Person.ID) throws -> Int {
    try session.change(Statements.forget, [.id(owner), .id(asker)])
  }
}

private enum Statements {
  static let one: SQLText = """
    SELECT \(SQLTable.requestHistory.list) FROM request_history
    WHERE owner_id = $1 AND asker_id = $2
    """
  static let blocked: SQLText = """
    SELECT \(SQLTable.requestHistory.columns(of: "h")), \(SQLTable.people.columns(of: "p"))
    FROM request_history h JOIN people p ON p.id = h.asker_id
    WHERE h.owner_id = $1 AND h.blocked_at IS NOT NULL ORDER BY h.asker_id
    """
  static let keep: SQLText = """
    INSERT INTO request_history (\(SQLTable.requestHistory.list)) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (owner_id, asker_id) DO UPDATE SET
      refusals = excluded.refusals, refused_at = excluded.refused_at,
      blocked_at = excluded.blocked_at
    """
  static let forget: SQLText =
    "DELETE FROM request_history WHERE owner_id = $1 AND asker_id = $2"
}
