import LifeSignalModel

extension SQLTable {
  static let watches = SQLTable(
    name: "watches",
    columns: [
      "person_id", "interval_ms", "grace_ms", "last_check_in_at", "deadline_at", "stage",
      "next_fire_at", "gen",
    ])
}

extension Watch {
  init(_ row: inout SQLRow) throws {
    self.init(
      person: try row.id(), interval: try row.length(), grace: try row.length(),
      lastCheckIn: try row.optional { try $0.date() },
      deadline: try row.optional { try $0.date() }, stage: try row.choice(),
      nextFireAt: try row.optional { try $0.date() }, gen: try row.int64())
  }

  /// In the order of ``SQLTable/watches``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .length(interval), .length(grace), .date(lastCheckIn), .date(deadline),
      .int(stage.rawValue), .date(nextFireAt), .int64(gen),
    ]
  }
}
