import Foundation
import LifeSignalModel

extension SQLTransaction {
  func isRetired(_ code: QRCodeID) throws -> Bool {
    try session.first(Statements.byCode, [.text(code.rawValue)]) { try $0.date() } != nil
  }

  func retiredQRCodes(of person: Person.ID, limit: Int) throws -> [RetiredQRCode] {
    try session.all(Statements.ofPerson, [.id(person), .int(limit)]) { try RetiredQRCode(&$0) }
  }

  func insert(_ code: RetiredQRCode) throws -> Bool {
    try wins(Statements.insert, try code.values())
  }

  func sweepRetiredQRCodes(before: Date, limit: Int) throws -> Int {
    try session.change(Statements.sweep, [.date(before), .int(limit)])
  }
}

private enum Statements {
  static let byCode: SQLText = "SELECT retired_at FROM retired_qr_codes WHERE qr_code = $1"
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.retiredQRCodes.list) FROM retired_qr_codes WHERE person_id = $1
    ORDER BY retired_at DESC, qr_code LIMIT $2
    """
  static let insert = SQLTable.retiredQRCodes.insert
  static let sweep: SQLText = """
    DELETE FROM retired_qr_codes WHERE qr_code IN (
      SELECT qr_code FROM retired_qr_codes WHERE retired_at < $1 ORDER BY retired_at LIMIT $2)
    """
}
