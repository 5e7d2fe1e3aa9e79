import Foundation
import LifeSignalModel

extension SQLTable {
  static let travels = SQLTable(Travel.self)
}

extension SQLTransaction {
  func openTravel(of person: Person.ID) throws -> Travel? {
    try session.first(TravelStatements.open, [.id(person)]) { try Travel(&$0) }
  }

  func travels(of person: Person.ID, limit: Int) throws -> [Travel] {
    try session.all(TravelStatements.newest, [.id(person), .int(limit)]) { try Travel(&$0) }
  }
}

enum TravelStatements {
  static let open: SQLText =
    "SELECT \(SQLTable.travels.list) FROM travels WHERE person_id = $1 AND ended_at IS NULL"
  static let newest: SQLText = """
    SELECT \(SQLTable.travels.list) FROM travels WHERE person_id = $1
    ORDER BY started_at DESC, id DESC LIMIT $2
    """
}
