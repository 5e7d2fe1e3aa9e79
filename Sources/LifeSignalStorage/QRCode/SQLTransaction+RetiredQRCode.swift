import Foundation
import LifeSignalModel

extension SQLTransaction {
  func sweepRetiredQRCodes(before: Date, limit: Int) throws -> Int {
    try session.change(Statements.sweep, [.date(before), .int(limit)])
  }
}

private enum Statements {
  static let sweep: SQLText = """
    DELETE FROM retired_qr_codes WHERE qr_code IN (
      SELECT qr_code FROM retired_qr_codes WHERE retired_at < $1 ORDER BY retired_at LIMIT $2)
    """
}
