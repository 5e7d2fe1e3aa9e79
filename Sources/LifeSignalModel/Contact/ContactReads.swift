/// Reads of the relations between people.
public protocol ContactReads {
  /// `owner`'s side of the relation.
  func relation(of owner: Person.ID, with peer: Person.ID) throws -> Relation?
  /// Everyone with whom `owner` has an accepted relation, in any role; any order.
  func peers(of owner: Person.ID) throws -> [Person.ID]
  /// `owner`'s accepted responders, each with channels and their own side of the relation; any order.
  func responders(of owner: Person.ID) throws -> [Recipient]
  /// How many accepted responders `owner` has.
  func responderCount(of owner: Person.ID) throws -> Int
  /// The whole network of `owner`, requested relations included; by `addedAt`, newest first.
  func contacts(of owner: Person.ID) throws -> [ContactFacts]
  func contact(_ peer: Person.ID, of owner: Person.ID) throws -> ContactFacts?
}
