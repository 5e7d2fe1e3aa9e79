import LifeSignalModel

extension SQLTable {
  static let things = SQLTable(
    name: "things",
    columns: [
      "id", "person_id", "name", "kind", "token_hash", "counts", "before_minutes", "created_at",
      "off_at", "succeeded_at", "failed_at", "started_at", "logged_at", "met_at", "shown_at", "gen",
    ], unique: ["(token_hash)"])
}

extension Thing {
  init(_ row: inout SQLRow) throws {
    row.begin(.things)
    self.init(
      id: try row.id(), person: try row.id(), name: try row.text(),
      kind: try row.choice(unknown: .something),
      tokenHash: try row.bytes(), counts: try row.flag(),
      before: try row.optional { TimeOfDay(minutes: try $0.int()) } ?? nil,
      createdAt: try row.date(), offAt: try row.optional { try $0.date() },
      succeededAt: try row.optional { try $0.date() },
      failedAt: try row.optional { try $0.date() }, startedAt: try row.optional { try $0.date() },
      loggedAt: try row.optional { try $0.date() }, metAt: try row.optional { try $0.date() },
      shownAt: try row.optional { try $0.date() }, gen: try row.count())
  }

  /// In the order of ``SQLTable/things``.
  func values() throws -> [SQLValue] { [try .key(id), try .key(person)] + changing }

  /// All columns that a change may change, and the unchanged ones beside them.
  var changing: [SQLValue] { settings + heard }

  /// The columns that its owner sets.
  var settings: [SQLValue] {
    [
      .text(name), .text(kind.rawValue), .bytes(tokenHash), .flag(counts),
      before.map { .int($0.minutes) } ?? .null, .date(createdAt), .date(offAt),
    ]
  }

  /// The columns that its signals set.
  var heard: [SQLValue] {
    [
      .date(succeededAt), .date(failedAt), .date(startedAt), .date(loggedAt), .date(metAt),
      .date(shownAt), .int64(gen),
    ]
  }
}

extension EvidenceRule {
  init(_ row: inout SQLRow) throws {
    // A zone that a later database of zones has dropped must not silence a person's devices.
    self.init(match: try row.choice(unknown: .all), zone: Zone(try row.text()) ?? .utc)
  }
}
