import Foundation
import LifeSignalModel

extension SQLTransaction {
  func travel(_ id: TravelData.ID) throws -> Travel? {
    try session.first(TravelStatements.byID, [.id(id)]) { try Travel(&$0) }
  }

  func openTravel(of person: Person.ID) throws -> Travel? {
    try session.first(TravelStatements.open, [.id(person)]) { try Travel(&$0) }
  }

  func travels(of person: Person.ID, limit: Int) throws -> [Travel] {
    try session.all(TravelStatements.newest, [.id(person), .int(limit)]) { try Travel(&$0) }
  }

  func dueTravels(at now: Date, limit: Int) throws -> [Travel] {
    try session.firstReadable(limit, TravelStatements.due, [.date(now)]) { try Travel(&$0) }
  }

  func earliestTravel() throws -> Date? {
    // The whole row: one that ``dueTravels(at:limit:)`` leaves out would be due for ever.
    try session.firstReadable(1, TravelStatements.earliest, []) { try Travel(&$0) }
      .first?.nextFireAt
  }

  func insert(_ travel: Travel) throws -> Bool {
    try wins(TravelStatements.insert, try travel.values())
  }

  func update(_ travel: Travel, from old: Travel) throws -> Bool {
    guard travel.id == old.id, travel.person == old.person else { return false }
    let values: [SQLValue] = [
      try .key(travel.id), .date(travel.dueAt), .int(travel.stage.rawValue),
      .date(travel.nextFireAt), .int64(travel.gen), .date(travel.overdueAt), .date(travel.endedAt),
      .text(travel.end?.rawValue), .int64(old.gen), .int(old.stage.rawValue), .date(old.nextFireAt),
    ]
    return try wins(TravelStatements.update, values)
  }
}

enum TravelStatements {
  static let byID: SQLText = "SELECT \(SQLTable.travels.list) FROM travels WHERE id = $1"
  static let open: SQLText =
    "SELECT \(SQLTable.travels.list) FROM travels WHERE person_id = $1 AND ended_at IS NULL"
  static let newest: SQLText = """
    SELECT \(SQLTable.travels.list) FROM travels WHERE person_id = $1
    ORDER BY started_at DESC, id DESC LIMIT $2
    """
  /// Served by the partial index in its own order, as the watches are.
  static let due: SQLText = """
    SELECT \(SQLTable.travels.list) FROM travels
    WHERE next_fire_at IS NOT NULL AND next_fire_at <= $1 ORDER BY next_fire_at LIMIT $2 OFFSET $3
    """
  static let earliest: SQLText = """
    SELECT \(SQLTable.travels.list) FROM travels
    WHERE next_fire_at IS NOT NULL ORDER BY next_fire_at LIMIT $1 OFFSET $2
    """
  static let insert = SQLTable.travels.insert
  static let update: SQLText = """
    UPDATE travels SET due_at = $2, stage = $3, next_fire_at = $4, gen = $5, overdue_at = $6,
      ended_at = $7, end_reason = $8
    WHERE id = $1 AND ended_at IS NULL AND gen = $9 AND stage = $10
      AND next_fire_at IS NOT DISTINCT FROM $11
    """
}
