import LifeSignalModel

extension SQLTable {
  static let drills = SQLTable(
    name: "drills",
    columns: ["person_id", "stage", "next_fire_at", "gen", "ended_at", "links", "warned_at"],
    unique: ["(person_id)"])
}

extension Drill {
  init(_ row: inout SQLRow) throws {
    row.begin(.drills)
    self.init(
      person: try row.id(), stage: try row.choice(), nextFireAt: try row.date(),
      gen: try row.count(), endedAt: try row.optional { try $0.date() },
      links: row.read(or: []) { try StoredJSON.value(try $0.text()) },
      warnedAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/drills``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .text(stage.rawValue), .date(nextFireAt), .int64(gen), .date(endedAt),
      .text(try StoredJSON.text(links)), .date(warnedAt),
    ]
  }
}
