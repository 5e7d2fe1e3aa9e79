import Foundation
import LifeSignalModel

extension SQLTable {
  static let alerts = SQLTable(
    name: "alerts",
    columns: ["id", "person_id", "kind", "gen", "started_at", "ended_at", "end_reason"],
    unique: ["(person_id, kind, gen)", "(person_id, kind) WHERE ended_at IS NULL"])
}

extension SQLTable {
  static let alertKeys = SQLTable(
    name: "alert_keys", columns: ["person_id", "client_key", "alert_id"],
    unique: ["(person_id, client_key)"])
}

extension Alert {
  init(_ row: inout SQLRow) throws {
    row.begin(.alerts)
    try self.init(reading: &row)
    // An end is stored in both columns. A row with only one of them counts as not ended.
    guard (endedAt == nil) != (endReason == nil) else { return }
    row.noteDamage()
    (endedAt, endReason) = (nil, nil)
  }

  private init(reading row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(),
      // An alert of a kind that only another release knows counts as one raised by hand: responders get
      // the same messages, and its person can end it the same way.
      kind: row.read(or: .manual) { try $0.choice(unknown: .manual) },
      gen: row.read(or: nil) { row in try row.optional { try $0.int64() } },
      startedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      endedAt: row.read(or: Date(milliseconds: 0)) { row in try row.optional { try $0.date() } },
      endReason: row.read(or: .endedByPerson) { row in
        try row.optional { try $0.choice(unknown: .endedByPerson) }
      })
  }

  /// In the order of ``SQLTable/alerts``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(kind.rawValue), gen.map { .int64($0) } ?? .null,
      .date(startedAt), .date(endedAt), .text(endReason?.rawValue),
    ]
  }
}
