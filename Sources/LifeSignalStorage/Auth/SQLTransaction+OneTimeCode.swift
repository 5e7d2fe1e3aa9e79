import Foundation
import LifeSignalModel

extension SQLTransaction {
  func countAttempt(_ id: OneTimeCode.ID, from old: Int) throws -> Bool {
    try wins(Statements.countAttempt, [.text(id.rawValue), .int(old)])
  }

  func useOneTimeCode(_ id: OneTimeCode.ID, at: Date) throws -> Bool {
    try wins(Statements.useCode, [.text(id.rawValue), .date(at)])
  }
}

private enum Statements {
  static let countAttempt: SQLText =
    "UPDATE one_time_codes SET attempts = attempts + 1 WHERE id = $1 AND attempts = $2"
  static let useCode: SQLText =
    "UPDATE one_time_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL"
}
