import LifeSignalModel

extension SQLTable {
  static let alerts = SQLTable(
    name: "alerts",
    columns: ["id", "person_id", "kind", "gen", "started_at", "ended_at", "end_reason"])
}

extension Alert {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), kind: try row.choice(),
      gen: try row.optional { try $0.int64() }, startedAt: try row.date(),
      endedAt: try row.optional { try $0.date() }, endReason: try row.optional { try $0.choice() })
  }

  /// In the order of ``SQLTable/alerts``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(kind.rawValue), gen.map { .int64($0) } ?? .null,
      .date(startedAt), .date(endedAt), .text(endReason?.rawValue),
    ]
  }
}
