import LifeSignalModel

extension SQLTransaction {
  func removePictures(of person: Person.ID) throws -> Int {
    try session.change(Statements.remove, [.id(person)])
  }
}

private enum Statements {
  static let remove: SQLText = "DELETE FROM pictures WHERE person_id = $1"
}
