public import Foundation

extension Session {
  public static let lists = [byToken, good]
  static let byToken = Rows<Session>(.equal("token_hash"))
  static let good = Rows<Session>(
    .equal("person_id"), .missing("revoked_at"), .above("expires_at"),
    order: .falling("created_at"), .falling("id"))
}

extension RecordReads {
  /// The session with this id, whether or not it is still valid.
  public func session(_ id: SessionID) throws -> Session? { try find(id) }

  /// The session of this token hash, whether or not it is still valid.
  public func session(tokenHash: Data) throws -> Session? {
    try first(Session.byToken, .bytes(tokenHash))
  }

  /// Sessions neither revoked nor expired at `now`, newest first.
  public func sessions(of person: Person.ID, at now: Date) throws -> [Session] {
    try list(Session.good, .id(person), .date(now))
  }
}
