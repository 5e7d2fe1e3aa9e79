import LifeSignalModel

extension SQLTable {
  static let pictures = SQLTable(
    name: "pictures", columns: ["id", "person_id", "kind", "bytes", "created_at"], unique: ["(id)"])
}

extension Picture {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: ID(rawValue: try row.text()), person: try row.id(), kind: try row.choice(),
      bytes: try row.bytes(), createdAt: try row.date())
  }

  /// In the order of ``SQLTable/pictures``. The id is random text, not a number.
  func values() throws -> [SQLValue] {
    [
      .text(id.rawValue), try .key(person), .text(kind.rawValue), .bytes(bytes),
      .date(createdAt),
    ]
  }
}
