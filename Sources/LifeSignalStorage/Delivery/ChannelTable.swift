import LifeSignalModel

extension SQLTable {
  static let channels = SQLTable(
    name: "channels", columns: ["id", "person_id", "kind", "address", "created_at", "disabled_at"])
}

extension Channel {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: try row.id(), person: try row.id(), kind: ChannelKind(rawValue: try row.text()),
      address: try row.text(), createdAt: try row.date(),
      disabledAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/channels``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(kind.rawValue), .text(address), .date(createdAt),
      .date(disabledAt),
    ]
  }
}
