import LifeSignalModel

extension SQLTable {
  static let retiredQRCodes = SQLTable(
    name: "retired_qr_codes", columns: ["qr_code", "person_id", "retired_at"], unique: ["(qr_code)"]
  )
}

extension RetiredQRCode {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: QRCodeID(rawValue: try row.text()), person: try row.id(), retiredAt: try row.date())
  }

  /// In the order of ``SQLTable/retiredQRCodes``.
  func values() throws -> [SQLValue] {
    [.text(id.rawValue), try .key(person), .date(retiredAt)]
  }
}
