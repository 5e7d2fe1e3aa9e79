import Foundation
import LifeSignalModel

extension SQLTable {
  static let retiredQRCodes = SQLTable(RetiredQRCode.self)
}

extension SQLTransaction {
  func retiredQRCodes(of person: Person.ID, limit: Int) throws -> [RetiredQRCode] {
    try session.all(Statements.ofPerson, [.id(person), .int(limit)]) { try RetiredQRCode(&$0) }
  }

  func sweepRetiredQRCodes(before: Date, limit: Int) throws -> Int {
    try session.change(Statements.sweep, [.date(before), .int(limit)])
  }
}

private enum Statements {
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.retiredQRCodes.list) FROM retired_qr_codes WHERE person_id = $1
    ORDER BY retired_at DESC, qr_code LIMIT $2
    """
  static let sweep: SQLText = """
    DELETE FROM retired_qr_codes WHERE qr_code IN (
      SELECT qr_code FROM retired_qr_codes WHERE retired_at < $1 ORDER BY retired_at LIMIT $2)
    """
}
