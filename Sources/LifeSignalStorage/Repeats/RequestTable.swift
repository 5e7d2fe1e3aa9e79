import LifeSignalModel

extension SQLTable {
  static let requests = SQLTable(
    name: "requests",
    columns: ["person_id", "name", "content", "started_at", "done_at", "answer"])
}

extension KeptRequest {
  init(_ row: inout SQLRow) throws {
    self.init(
      person: try row.id(), name: try row.bytes(), content: try row.bytes(),
      startedAt: try row.date(), doneAt: try row.optional { try $0.date() },
      answer: try row.optional { try $0.bytes() })
  }

  /// In the order of ``SQLTable/requests``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .bytes(name), .bytes(content), .date(startedAt), .date(doneAt),
      answer.map { .bytes($0) } ?? .null,
    ]
  }
}
