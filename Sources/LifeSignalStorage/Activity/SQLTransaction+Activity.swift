import Foundation
import LifeSignalModel

extension SQLTransaction {
  func sweepActivities(before: Date, limit: Int) throws -> Int {
    try session.change(Statements.sweep, [.date(before), .int(limit)])
  }
}

private enum Statements {
  /// Ids rise with time, so the oldest entries have the lowest.
  static let sweep: SQLText = """
    DELETE FROM activities WHERE at < $1 AND id IN (
      SELECT id FROM activities ORDER BY id LIMIT $2)
    """
}
