import LifeSignalModel

extension SQLTable {
  static let checkIns = SQLTable(
    name: "check_ins", columns: ["id", "person_id", "at", "recorded_at", "source", "client_key"],
    unique: ["(person_id, client_key) WHERE client_key IS NOT NULL"])
}

extension CheckIn {
  init(_ row: inout SQLRow) throws {
    row.begin(.checkIns)
    self.init(
      id: try row.id(), person: try row.id(), at: try row.date(), recordedAt: try row.date(),
      source: try row.choice(unknown: .manual), clientKey: try row.optional { try $0.text() })
    if source == .manual, isByCode { source = .printedCode }
  }

  /// In the order of ``SQLTable/checkIns``. A check-in by a printed code is stored as the person's
  /// own, which it is, so that the previous release can read it: its key identifies it.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .date(at), .date(recordedAt),
      .text((source == .printedCode ? .manual : source).rawValue),
      .text(clientKey),
    ]
  }
}
