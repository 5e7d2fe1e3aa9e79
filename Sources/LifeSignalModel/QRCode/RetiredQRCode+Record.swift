import Foundation

extension RetiredQRCode: KeyedRecord {
  public static let table = RecordTable("retired_qr_codes", unique: ["(qr_code)"])

  public static let blank = RetiredQRCode(
    id: QRCodeID(rawValue: ""), person: "", retiredAt: .distantPast)

  public static func column(of code: QRCodeID) -> StoredValue { .text(code.rawValue) }

  public mutating func columns(_ column: inout Columns) throws {
    var code = id.rawValue
    try column("qr_code", &code, .key)
    try column("person_id", &person, .fixed)
    try column("retired_at", &retiredAt, or: Date(milliseconds: 0))
    if column.isReading { id = QRCodeID(rawValue: code) }
  }
}
