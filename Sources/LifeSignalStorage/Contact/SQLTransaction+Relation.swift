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
    // Where the other side has stored what this release does not know, it is no consent.
    return try people.filter { $0.1.status == .accepted }.map { person, relation in
      Recipient(person: person, channels: try channels(of: person.id), relation: relation)
    }
  }

  func responderCount(of owner: Person.ID) throws -> Int {
    try session.first(Statements.responderCount, [.id(owner)]) { try $0.int() } ?? 0
  }

  func insert(_ relation: Relation, mirror: Relation) throws -> Bool {
    guard try wins(Statements.insert, try relation.values()) else { return false }
    guard try wins(Statements.insert, try mirror.values()) else {
      // Losing changes nothing: the first side goes again.
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
  static let relation: SQLText = """
    SELECT \(SQLTable.relations.list) FROM relations WHERE owner_id = $1 AND peer_id = $2
    """
  static let peers: SQLText =
    "SELECT peer_id FROM relations WHERE owner_id = $1 AND status = 'accepted'"
  static let responderCount: SQLText = """
    SELECT count(*) FROM relations WHERE owner_id = $1 AND is_responder = 1 AND status = 'accepted'
    """
  static let responders: SQLText = """
    SELECT \(SQLTable.people.columns(of: "p")), \(SQLTable.relations.columns(of: "m"))
    FROM relations r
    JOIN people p ON p.id = r.peer_id
    JOIN relations m ON m.owner_id = r.peer_id AND m.peer_id = r.owner_id
    WHERE r.owner_id = $1 AND r.is_responder = 1 AND r.status = 'accepted'
    """
  static let insert = SQLTable.relations.insert
  private static let assignments = """
    UPDATE relations SET is_responder = $3, is_dependent = $4, status = $5, send_pings = $6,
      receive_pings = $7, notify_on_check_in = $8, notify_on_expiry = $9, nickname = $10,
      notes = $11, added_at = $12, updated_at = $13, revision = $14 + 1,
      responder_request = $15
    WHERE owner_id = $1 AND peer_id = $2 AND revision = $14
    """
  static let update: SQLText = "\(assignments)"
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
