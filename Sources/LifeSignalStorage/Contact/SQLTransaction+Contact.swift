import LifeSignalModel

extension SQLTransaction {
  func contacts(of owner: Person.ID) throws -> [ContactFacts] {
    try session.allReadable(Statements.all, [.id(owner)]) { try ContactFacts(&$0) }
  }

  func contact(_ peer: Person.ID, of owner: Person.ID) throws -> ContactFacts? {
    try session.first(Statements.one, [.id(owner), .id(peer)]) { try ContactFacts(&$0) }
  }
}

extension ContactFacts {
  fileprivate init(_ row: inout SQLRow) throws {
    self.init(
      relation: try Relation(&row), peer: try Person(&row),
      watch: row.part(.watches) { try Watch(&$0) },
      manualAlert: row.part(.alerts) { try Alert(&$0) },
      travel: row.part(.travels) { try Travel(&$0) },
      incomingPing: row.part(.pings) { try Ping(&$0) },
      outgoingPing: row.part(.pings) { try Ping(&$0) },
      peerNotifiesOnExpiry: try row.optional { try $0.flag() })
  }
}

extension SQLRow {
  /// Nil also where it cannot be read: a damaged row of one contact must not hide the others.
  fileprivate mutating func part<Value>(
    _ table: SQLTable, _ read: (inout SQLRow) throws -> Value
  ) -> Value? {
    let count = table.columns.count
    return self.read(or: nil, columns: count) { try $0.optional(columns: count, read) }
  }
}

private enum Statements {
  /// Everything about a contact in one row: each join finds at most one, by a unique index.
  private static let joined: SQLText = """
    SELECT \(SQLTable.side("r")), \(SQLTable.people.columns(of: "p")),
      \(SQLTable.watches.columns(of: "w")), \(SQLTable.alerts.columns(of: "a")),
      \(SQLTable.travels.columns(of: "t")),
      \(SQLTable.pings.columns(of: "i")), \(SQLTable.pings.columns(of: "o")),
      m.notify_on_expiry
    FROM relations r
    JOIN people p ON p.id = r.peer_id
    LEFT JOIN relations m ON m.owner_id = r.peer_id AND m.peer_id = r.owner_id
    LEFT JOIN watches w ON w.person_id = r.peer_id
    LEFT JOIN alerts a ON a.person_id = r.peer_id AND a.kind = 'manual' AND a.ended_at IS NULL
    LEFT JOIN travels t ON t.person_id = r.peer_id AND t.ended_at IS NULL
    LEFT JOIN pings i
      ON i.sender_id = r.peer_id AND i.recipient_id = r.owner_id AND i.status = 'pending'
    LEFT JOIN pings o
      ON o.sender_id = r.owner_id AND o.recipient_id = r.peer_id AND o.status = 'pending'
    WHERE r.owner_id = $1
    """
  static let all: SQLText = "\(joined) ORDER BY r.added_at DESC, r.peer_id DESC"
  static let one: SQLText = "\(joined) AND r.peer_id = $2"
}
