import LifeSignalModel

extension SQLTable {
  static let oneTimeCodes = SQLTable(
    name: "one_time_codes",
    columns: [
      "id", "phone_number", "phone_region", "hash", "created_at", "expires_at", "attempts",
      "used_at",
    ])
}

extension OneTimeCode {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: ID(rawValue: try row.text()), phoneNumber: try row.text(),
      phoneRegion: try row.choice(), hash: try row.bytes(), createdAt: try row.date(),
      expiresAt: try row.date(), attempts: try row.int(),
      usedAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/oneTimeCodes``. The id is random text, not a number.
  func values() -> [SQLValue] {
    [
      .text(id.rawValue), .text(phoneNumber), .text(phoneRegion.rawValue), .bytes(hash),
      .date(createdAt), .date(expiresAt), .int(attempts), .date(usedAt),
    ]
  }
}
