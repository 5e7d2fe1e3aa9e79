import LifeSignalModel

extension SQLTransaction {
  func checkIn(of person: Person.ID, clientKey: String) throws -> CheckIn? {
    try session.first(Statements.byClientKey, [.id(person), .text(clientKey)]) { try CheckIn(&$0) }
  }

  func checkIns(of person: Person.ID, limit: Int) throws -> [CheckIn] {
    try session.all(Statements.newest, [.id(person), .int(limit)]) { try CheckIn(&$0) }
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
  static let insert = SQLTable.checkIns.insert
}
