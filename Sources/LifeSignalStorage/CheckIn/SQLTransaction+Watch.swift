import Foundation
import LifeSignalModel

extension SQLTransaction {
  func watch(of person: Person.ID) throws -> Watch? {
    try session.first(WatchStatements.byPerson, [.id(person)]) { try Watch(&$0) }
  }

  func dueWatches(at now: Date, limit: Int) throws -> [Watch] {
    try session.firstReadable(limit, WatchStatements.due, [.date(now)]) { try Watch(&$0) }
  }

  func earliestWatch() throws -> Date? {
    // The whole row: one that ``dueWatches(at:limit:)`` leaves out would be due for ever.
    try session.firstReadable(1, WatchStatements.earliest, []) { try Watch(&$0) }.first?.nextFireAt
  }

  func insert(_ watch: Watch) throws -> Bool {
    try wins(WatchStatements.insert, try watch.values())
  }

  func update(_ watch: Watch, from old: Watch) throws -> Bool {
    guard watch.person == old.person else { return false }
    return try wins(
      WatchStatements.update,
      try watch.values() + [.int64(old.gen), .int(old.stage.rawValue), .date(old.nextFireAt)])
  }
}

enum WatchStatements {
  static let byPerson: SQLText =
    "SELECT \(SQLTable.watches.list) FROM watches WHERE person_id = $1"
  /// Served by the partial index in its own order: the oldest promise comes first.
  static let due: SQLText = """
    SELECT \(SQLTable.watches.list) FROM watches
    WHERE next_fire_at IS NOT NULL AND next_fire_at <= $1 ORDER BY next_fire_at LIMIT $2 OFFSET $3
    """
  static let earliest: SQLText = """
    SELECT \(SQLTable.watches.list) FROM watches
    WHERE next_fire_at IS NOT NULL ORDER BY next_fire_at LIMIT $1 OFFSET $2
    """
  static let insert = SQLTable.watches.insert
  static let update: SQLText = """
    UPDATE watches SET interval_ms = $2, grace_ms = $3, last_check_in_at = $4, deadline_at = $5,
      stage = $6, next_fire_at = $7, gen = $8, plan_times = $9, plan_days = $10, plan_zone = $11,
      paused_at = $12, paused_until = $13, resumed_at = $14, snoozed_until = $15,
      snoozed_gen = $16, snoozes = $17
    WHERE person_id = $1 AND gen = $18 AND stage = $19 AND next_fire_at IS NOT DISTINCT FROM $20
    """
}
