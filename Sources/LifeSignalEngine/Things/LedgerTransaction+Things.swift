public import LifeSignalModel

extension LedgerTransaction {
  /// False unless it is this person's.
  public func deleteThing(_ id: Thing.ID, of person: Person.ID) throws -> Bool {
    guard let thing: Thing = try find(id), thing.person == person else { return false }
    return try delete(Thing.self, id)
  }
}
