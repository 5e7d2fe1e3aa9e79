import Foundation
import LifeSignalModel

extension SQLTransaction {
  func peopleWithoutDrill(joinedBefore: Date, limit: Int) throws -> [Person.ID] {
    try session.all(DrillStatements.unplanned, [.date(joinedBefore), .int(limit)]) { try $0.id() }
  }
}

enum DrillStatements {
  /// Identifiers grow with time: everyone up to the last person planned for already has a drill.
  static let unplanned: SQLText = """
    SELECT id FROM people
    WHERE id > COALESCE((SELECT max(person_id) FROM drills), 0) AND created_at <= $1
    ORDER BY id LIMIT $2
    """
}
