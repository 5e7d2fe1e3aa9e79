import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func sweepHistory(before: Date, limit: Int) throws -> Int {
    let made = SQLValue.int64(IDGenerator.least(at: before))
    let rows = try HistoryStatements.numbered.reduce(0) { count, statement in
      count + (try session.change(statement, [.date(before), .int(limit), made]))
    }
    return rows + (try session.change(HistoryStatements.pauses, [.date(before), .int(limit)]))
  }
}

/// `$1` ended before, `$2` rows, `$3` the smallest number made then.
enum HistoryStatements {
  // Rows that ended before then were made before then, and have lower numbers: no index is needed
  // to find them, and hardly a row is read twice, as earlier ones are gone.
  static let numbered: [SQLText] = [
    """
    DELETE FROM pings WHERE id IN (
      SELECT id FROM pings WHERE id < $3 AND closed_at < $1 ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM travels WHERE id IN (
      SELECT id FROM travels WHERE id < $3 AND ended_at < $1 ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM alerts WHERE id IN (
      SELECT a.id FROM alerts a WHERE a.id < $3 AND a.ended_at < $1 AND NOT EXISTS (
        SELECT 1 FROM watches w WHERE w.person_id = a.person_id AND w.gen = a.gen)
      ORDER BY a.id LIMIT $2)
    """,
  ]
  static let pauses: SQLText = """
    DELETE FROM pauses WHERE (person_id, started_at) IN (
      SELECT person_id, started_at FROM pauses WHERE until_at < $1 ORDER BY until_at LIMIT $2)
    """
}
