import LifeSignalModel

extension SQLTransaction {
  func relation(of owner: Person.ID, with peer: Person.ID) throws -> Relation? {
    try session.first(Statements.relation, [.id(owner), .id(peer)]) { try Relation(&$0) }
  }

  func peers(of owner: Person.ID) throws -> [Person.ID] {
    try session.all(Statements.peers, [.id(owner)]) { try $0.id() }
  }

  func responders(of owner: Person.ID) throws -> [Recipient] {
    let people = try session.allReadable(Statements.responders, [.id(owner)]) { row in
      (try Person(&row), try Relation(&row))
    }
    // Values on both sides that this release does not know are no consent.
    return try people.filter { $0.1.status == .accepted }.map { person, relation in
      Recipient(person: person, channels: try channels(of: person.id), relation: relation)
    }
  }

  func responderCount(of owner: Person.ID) throws -> Int {
    try session.first(Statements.responderCount, [.id(owner)]) { try $0.int() } ?? 0
  }

  /// Reads every side that these people have, so that health counts damaged ones.
  func readRelations(of owners: some Sequence<Int64>) throws {
    for owner in owners {
      try readAgain(.relations, key: owner, by: Statements.sides) { _ = try Relation(&$0) }
    }
  }

  func restoreRelations(of person: Person.ID) throws -> Bool {
    try wins(Statements.restore, [.id(person)])
  }

  func insert(_ relation: Relation, mirror: Relation) throws -> Bool {
    guard try wins(Statements.insert, try relation.values()) else { return false }
    guard try wins(Statements.insert, try mirror.values()) else {
      // Losing changes nothing: the first side is removed again.
      try session.change(Statements.deleteSide, [.id(relation.owner), .id(relation.peer)])
      return false
    }
    return true
  }

  func update(_ relation: Relation, mirror: Relation) throws -> Bool {
    // The first statement asks for both revisions, so that the second cannot lose.
    guard try wins(Statements.updateFirst, try relation.values() + [.int64(mirror.revision)])
    else { return false }
    return try wins(Statements.update, try mirror.values())
  }

  func deleteRelation(of owner: Person.ID, with peer: Person.ID) throws -> Bool {
    try wins(Statements.delete, [.id(owner), .id(peer)])
  }
}

private enum Statements {
  private static let side = SQLTable.side("r")
  private static let otherSide = SQLTable.side("m")
  private static let mirroredStatus = mirrored("status")
  private static let mirroredRequest = mirrored("responder_request")
  static let relation: SQLText = """
    SELECT \(side) FROM relations r WHERE r.owner_id = $1 AND r.peer_id = $2
    """
  static let sides: SQLText = "SELECT \(side) FROM relations r WHERE r.owner_id = $1"
  static let peers: SQLText = """
    SELECT peer_id FROM relations r WHERE owner_id = $1 AND \(RelationStatements.isAccepted)
    """
  static let responderCount: SQLText = """
    SELECT count(*) FROM relations WHERE owner_id = $1 AND is_responder = 1 AND status = 'accepted'
    """
  static let responders: SQLText = """
    SELECT \(SQLTable.people.columns(of: "p")), \(otherSide)
    FROM relations r
    JOIN people p ON p.id = r.peer_id
    JOIN relations m ON m.owner_id = r.peer_id AND m.peer_id = r.owner_id
    WHERE r.owner_id = $1 AND \(RelationStatements.isResponder) AND \(RelationStatements.isAccepted)
    """
  static let insert = SQLTable.relations.insert
  private static let assignments: SQLText = """
    UPDATE relations SET is_responder = $3, is_dependent = $4, status = $5, send_pings = $6,
      receive_pings = $7, notify_on_check_in = $8, notify_on_expiry = $9, nickname = $10,
      notes = $11, added_at = $12, updated_at = $13, revision = $14 + 1,
      responder_request = $15
    WHERE owner_id = $1 AND peer_id = $2 AND revision = $14
    """
  static let update: SQLText = "\(assignments)"
  static let restore: SQLText = """
    INSERT INTO relations (\(SQLTable.relations.list))
    SELECT peer_id, owner_id, is_dependent, is_responder, \(mirroredStatus), 1, 1, 1, 1, NULL, NULL,
      added_at, updated_at, revision, \(mirroredRequest)
    FROM relations r
    WHERE owner_id = $1 AND status IN \(RelationStatements.knownStatuses)
      AND NOT EXISTS (
        SELECT 1 FROM relations m WHERE m.owner_id = r.peer_id AND m.peer_id = r.owner_id)
    """
  private static func mirrored(_ column: StaticString) -> SQLText {
    """
    CASE \(column) WHEN 'requestedByMe' THEN 'requestedByThem'
      WHEN 'requestedByThem' THEN 'requestedByMe' ELSE \(column) END
    """
  }
  static let updateFirst: SQLText = """
    \(assignments) AND EXISTS (
      SELECT 1 FROM relations m WHERE m.owner_id = $2 AND m.peer_id = $1 AND m.revision = $16)
    """
  static let deleteSide: SQLText = "DELETE FROM relations WHERE owner_id = $1 AND peer_id = $2"
  static let delete: SQLText = """
    DELETE FROM relations
    WHERE (owner_id = $1 AND peer_id = $2) OR (owner_id = $2 AND peer_id = $1)
    """
}
