import Foundation
import LifeSignalModel
import Synchronization

/// The statements by which a loop finds the records that are due, in the order of their index. Made once
/// for every kind of record.
final class TimerStatements: Sendable {
  private static let known = Mutex<[ObjectIdentifier: TimerStatements]>([:])

  static func of<Stored: TimedRecord>(_ type: Stored.Type) -> TimerStatements {
    known.withLock { known in
      if let statements = known[ObjectIdentifier(type)] { return statements }
      let statements = TimerStatements(SQLTable(type), Stored.timer)
      known[ObjectIdentifier(type)] = statements
      return statements
    }
  }

  /// `$1` now, `$2` and `$3` LIMIT and OFFSET.
  let due: SQLText
  /// `$1` and `$2` LIMIT and OFFSET.
  let earliest: SQLText

  private init(_ table: SQLTable, _ timer: RecordTimer) {
    due = table.due(by: timer)
    earliest = table.earliest(by: timer)
  }
}

extension SQLTransaction {
  func due<Stored: TimedRecord>(at now: Date, limit: Int) throws -> [Stored] {
    try session.firstReadable(limit, TimerStatements.of(Stored.self).due, [.date(now)]) {
      try Stored(&$0)
    }
  }

  func earliest<Stored: TimedRecord>(_ type: Stored.Type) throws -> Date? {
    // The whole row: one that ``due(at:limit:)`` leaves out would be due for ever.
    try session.firstReadable(1, TimerStatements.of(type).earliest, []) { try Stored(&$0) }
      .first?.wakesAt
  }
}
