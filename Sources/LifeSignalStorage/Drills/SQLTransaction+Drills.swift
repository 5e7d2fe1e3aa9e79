import Foundation
import LifeSignalModel

extension SQLTransaction {
  func drill(of person: Person.ID) throws -> Drill? {
    try session.first(DrillStatements.ofPerson, [.id(person)]) { try Drill(&$0) }
  }

  func dueDrills(at now: Date, limit: Int) throws -> [Drill] {
    try session.firstReadable(limit, DrillStatements.due, [.date(now)]) { try Drill(&$0) }
  }

  func peopleWithoutDrill(joinedBefore: Date, limit: Int) throws -> [Person.ID] {
    try session.all(DrillStatements.unplanned, [.date(joinedBefore), .int(limit)]) { try $0.id() }
  }

  func insert(_ drill: Drill) throws -> Bool {
    try wins(DrillStatements.insert, try drill.values())
  }

  func update(_ drill: Drill, from old: Drill) throws -> Bool {
    guard drill.person == old.person else { return false }
    return try wins(DrillStatements.update, try drill.values() + [.int64(old.gen)])
  }
}

enum DrillStatements {
  static let ofPerson: SQLText =
    "SELECT \(SQLTable.drills.list) FROM drills WHERE person_id = $1"
  static let due: SQLText = """
    SELECT \(SQLTable.drills.list) FROM drills
    WHERE next_fire_at <= $1 ORDER BY next_fire_at LIMIT $2 OFFSET $3
    """
  /// Identifiers grow with time: everyone up to the last person planned for already has a drill.
  static let unplanned: SQLText = """
    SELECT id FROM people
    WHERE id > COALESCE((SELECT max(person_id) FROM drills), 0) AND created_at <= $1
    ORDER BY id LIMIT $2
    """
  static let insert = SQLTable.drills.insert
  static let update: SQLText = """
    UPDATE drills SET stage = $2, next_fire_at = $3, gen = $4, ended_at = $5, links = $6,
      warned_at = $7
    WHERE person_id = $1 AND gen = $8
    """
}
