extension Reads {
  public func recipient(_ id: Person.ID) throws -> Recipient {
    guard let person = try person(id) else { throw Refusal.personNotFound }
    return Recipient(person: person, channels: try channels(of: id))
  }
}
