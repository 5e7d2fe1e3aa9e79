import LifeSignalModel

extension SQLTable {
  static let activities = SQLTable(
    name: "activities",
    columns: ["id", "person_id", "kind", "contact_id", "contact_name", "at"])
}

extension Activity {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), kind: try row.choice(), contact: try row.id(),
      contactName: try row.text(), at: try row.date())
  }

  /// In the order of ``SQLTable/activities``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(kind.rawValue), try .key(contact),
      .text(contactName), .date(at),
    ]
  }
}
