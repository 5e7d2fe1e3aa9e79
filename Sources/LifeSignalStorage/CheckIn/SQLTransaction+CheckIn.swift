import Foundation
import LifeSignalModel

extension SQLTransaction {
  func checkIn(of person: Person.ID, clientKey: String) throws -> CheckIn? {
    try session.first(Statements.byClientKey, [.id(person), .text(clientKey)]) { try CheckIn(&$0) }
  }

  func checkIns(of person: Person.ID, limit: Int) throws -> [CheckIn] {
    try session.all(Statements.newest, [.id(person), .int(limit)]) { try CheckIn(&$0) }
  }

  func checkIns(
    of person: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) throws -> [CheckIn] {
    let values: [SQLValue] = [.id(person), .date(record.timestamp), .id(record.id), .int(limit)]
    return try session.all(Statements.older, values) { try CheckIn(&$0) }
  }

  func checkInTimes(of person: Person.ID, since: Date) throws -> [Date] {
    try session.all(Statements.timesSince, [.id(person), .date(since)]) { try $0.date() }
  }

  func insert(_ checkIn: CheckIn) throws -> Bool {
    try wins(Statements.insert, try checkIn.values())
  }
}

private enum Statements {
  static let byClientKey: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins WHERE person_id = $1 AND client_key = $2
    """
  static let newest: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins WHERE person_id = $1
    ORDER BY at DESC, id DESC LIMIT $2
    """
  static let older: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins
    WHERE person_id = $1 AND (at < $2 OR (at = $2 AND id < $3))
    ORDER BY at DESC, id DESC LIMIT $4
    """
  static let timesSince: SQLText =
    "SELECT at FROM check_ins WHERE person_id = $1 AND at >= $2 ORDER BY at"
  static let insert = SQLTable.checkIns.insert
}
