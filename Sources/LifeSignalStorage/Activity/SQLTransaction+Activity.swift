import Foundation
import LifeSignalModel

extension SQLTable {
  static let activities = SQLTable(Activity.self)
}

extension SQLTransaction {
  func activities(of person: Person.ID, before: Activity.ID?, limit: Int) throws -> [Activity] {
    let last = before.map { $0.int64 ?? 0 } ?? .max
    return try session.all(
      Statements.page, [.id(person), .int64(last), .int(limit)]
    ) { try Activity(&$0) }
  }

  func lastActivity(
    of person: Person.ID, by contact: Person.ID, _ kind: Activity.Kind
  ) throws -> Activity? {
    try session.first(
      Statements.last, [.id(contact), .id(person), .text(kind.rawValue)]
    ) { try Activity(&$0) }
  }

  func sweepActivities(before: Date, limit: Int) throws -> Int {
    try session.change(Statements.sweep, [.date(before), .int(limit)])
  }
}

private enum Statements {
  private static let select: SQLText = "SELECT \(SQLTable.activities.list) FROM activities"
  static let page: SQLText =
    "\(select) WHERE person_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
  static let last: SQLText = """
    \(select) WHERE contact_id = $1 AND person_id = $2 AND kind = $3 ORDER BY id DESC LIMIT 1
    """
  /// Ids rise with time, so the oldest entries have the lowest.
  static let sweep: SQLText = """
    DELETE FROM activities WHERE at < $1 AND id IN (
      SELECT id FROM activities ORDER BY id LIMIT $2)
    """
}
