import LifeSignalModel

extension SQLTransaction {
  func forgetRequestHistory(of owner: Person.ID, from asker: Person.ID) throws -> Int {
    try session.change(Statements.forget, [.id(owner), .id(asker)])
  }
}

private enum Statements {
  static let forget: SQLText =
    "DELETE FROM request_history WHERE owner_id = $1 AND asker_id = $2"
}
