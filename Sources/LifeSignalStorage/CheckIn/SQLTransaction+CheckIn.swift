import Foundation
import LifeSignalModel

extension SQLTransaction {
  func checkIn(of person: Person.ID, clientKey: String) throws -> CheckIn? {
    try session.first(Statements.byClientKey, [.id(person), .text(clientKey)]) { try CheckIn(&$0) }
  }

  func checkIns(of person: Person.ID, limit: Int) throws -> [CheckIn] {
    try session.firstReadable(limit, Statements.newest, [.id(person)]) { try CheckIn(&$0) }
  }

  func checkIns(
    of person: Person.ID, olderThan record: CheckInRecord, limit: Int
  ) throws -> [CheckIn] {
    let values: [SQLValue] = [.id(person), .date(record.timestamp), .id(record.id)]
    return try session.firstReadable(limit, Statements.older, values) { try CheckIn(&$0) }
  }

  func checkInTimes(of person: Person.ID, since: Date) throws -> [Date] {
    try session.allReadable(Statements.timesSince, [.id(person), .date(since)]) {
      try CheckIn(&$0).at
    }
  }

  func insert(_ checkIn: CheckIn) throws -> Bool {
    try wins(Statements.insert, try checkIn.values())
  }

  func sweepCheckIns(before: Date, limit: Int) throws -> Int {
    try sweep(CheckInSweep.automatic, named: "check_ins", before: before, limit: limit)
  }

  func sweepAllCheckIns(before: Date, limit: Int) throws -> Int {
    try sweep(CheckInSweep.all, named: "all_check_ins", before: before, limit: limit)
  }

  /// - Parameter name: of the mark up to which check-ins have been examined.
  private func sweep(
    _ statement: SQLText, named name: String, before: Date, limit: Int
  ) throws -> Int {
    let mark = try session.first(CheckInSweep.mark, [.text(name)]) { try $0.int64() } ?? 0
    let next: [(id: Int64, recordedAt: Date)] = try session.all(
      CheckInSweep.next, [.int64(mark), .int(limit)]
    ) { (try $0.int64(), try $0.date()) }
    // They are numbered in the order in which they were recorded.
    let old = next.prefix { $0.recordedAt < before }
    guard let last = old.last else { return 0 }
    try session.change(statement, [.int64(mark), .int64(last.id)])
    try session.change(CheckInSweep.setMark, [.text(name), .int64(last.id)])
    return old.count
  }
}

enum CheckInSweep {
  static let mark: SQLText = "SELECT upto FROM sweep_marks WHERE name = $1"
  static let setMark: SQLText = """
    INSERT INTO sweep_marks (name, upto) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET upto = excluded.upto
    """
  static let next: SQLText =
    "SELECT id, recorded_at FROM check_ins WHERE id > $1 ORDER BY id LIMIT $2"
  /// Between the first and the last of the same person's on the same day, in UTC.
  private static let between: SQLText = """
    id > $1 AND id <= $2
      AND EXISTS (SELECT 1 FROM check_ins AS o WHERE o.person_id = check_ins.person_id
        AND o.at >= check_ins.at - check_ins.at % 86400000 AND o.at < check_ins.at)
      AND EXISTS (SELECT 1 FROM check_ins AS o WHERE o.person_id = check_ins.person_id
        AND o.at > check_ins.at AND o.at < check_ins.at - check_ins.at % 86400000 + 86400000)
    """
  static let automatic: SQLText = "DELETE FROM check_ins WHERE source = 'automatic' AND \(between)"
  static let all: SQLText = "DELETE FROM check_ins WHERE \(between)"
}

private enum Statements {
  static let byClientKey: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins WHERE person_id = $1 AND client_key = $2
    """
  static let newest: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins WHERE person_id = $1
    ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3
    """
  static let older: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins
    WHERE person_id = $1 AND (at < $2 OR (at = $2 AND id < $3))
    ORDER BY at DESC, id DESC LIMIT $4 OFFSET $5
    """
  static let timesSince: SQLText = """
    SELECT \(SQLTable.checkIns.list) FROM check_ins WHERE person_id = $1 AND at >= $2 ORDER BY at
    """
  static let insert = SQLTable.checkIns.insert
}
