import Foundation
import LifeSignalModel

extension SQLTable {
  static let pauses = SQLTable(PauseRecord.self)
}

extension SQLTransaction {
  func pauses(of person: Person.ID, since: Date) throws -> [PauseRecord] {
    try session.all(Statements.since, [.id(person), .date(since)]) { try PauseRecord(&$0) }
  }
}

private enum Statements {
  static let since: SQLText = """
    SELECT \(SQLTable.pauses.list) FROM pauses WHERE person_id = $1 AND until_at >= $2
    ORDER BY started_at
    """
}
