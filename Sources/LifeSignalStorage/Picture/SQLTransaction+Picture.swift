import LifeSignalModel

extension SQLTransaction {
  func picture(_ id: Picture.ID) throws -> Picture? {
    try session.first(Statements.picture, [.text(id.rawValue)]) { try Picture(&$0) }
  }

  func insert(_ picture: Picture) throws -> Bool {
    try wins(Statements.insert, try picture.values())
  }

  func removePictures(of person: Person.ID) throws -> Int {
    try session.change(Statements.remove, [.id(person)])
  }
}

private enum Statements {
  static let picture: SQLText = "SELECT \(SQLTable.pictures.list) FROM pictures WHERE id = $1"
  static let insert = SQLTable.pictures.insert
  static let remove: SQLText = "DELETE FROM pictures WHERE person_id = $1"
}
