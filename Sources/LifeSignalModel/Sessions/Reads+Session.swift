extension Reads {
  /// The session, if it is this person's.
  public func ownSession(_ id: SessionID, of me: Person.ID) throws -> Session? {
    try session(id).flatMap { $0.person == me ? $0 : nil }
  }
}
