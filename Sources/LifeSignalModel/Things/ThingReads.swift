public import Foundation

extension Thing {
  public static let lists = [byToken, ofPerson]
  /// One probe of the unique index, for every request, however often.
  static let byToken = Rows<Thing>(.equal("token_hash"))
  static let ofPerson = Rows<Thing>(
    .equal("person_id"), order: .rising("id"), passesOverUnreadable: true)
}

extension RecordReads {
  public func thing(_ id: Thing.ID) throws -> Thing? { try find(id) }

  public func thing(tokenHash: Data) throws -> Thing? {
    try first(Thing.byToken, .bytes(tokenHash))
  }

  /// The oldest first. Unreadable ones are left out: the others are heard all the same.
  public func things(of person: Person.ID) throws -> [Thing] {
    try list(Thing.ofPerson, .id(person))
  }
}
