import LifeSignalModel

extension SQLTable {
  static let checkIns = SQLTable(
    name: "check_ins", columns: ["id", "person_id", "at", "recorded_at", "source", "client_key"])
}

extension CheckIn {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), at: try row.date(), recordedAt: try row.date(),
      source: try row.choice(), clientKey: try row.optional { try $0.text() })
  }

  /// In the order of ``SQLTable/checkIns``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .date(at), .date(recordedAt), .text(source.rawValue),
      .text(clientKey),
    ]
  }
}
