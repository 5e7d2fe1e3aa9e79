import Foundation
import LifeSignalModel

extension SQLTransaction {
  func ping(_ id: PingData.ID) throws -> Ping? {
    try session.first(PingStatements.byID, [.id(id)]) { try Ping(&$0) }
  }

  func pendingPing(from sender: Person.ID, to recipient: Person.ID) throws -> Ping? {
    try session.first(PingStatements.pending, [.id(sender), .id(recipient)]) { try Ping(&$0) }
  }

  func pendingPings(to recipient: Person.ID) throws -> [Ping] {
    try session.all(PingStatements.pendingTo, [.id(recipient)]) { try Ping(&$0) }
  }

  func pings(from sender: Person.ID, to recipient: Person.ID, since: Date) throws -> [Ping] {
    let values: [SQLValue] = [.id(sender), .id(recipient), .date(since)]
    return try session.all(PingStatements.ofPair, values) { try Ping(&$0) }
  }

  func pings(of person: Person.ID, limit: Int) throws -> [PingFacts] {
    let pings = try session.all(PingStatements.ofPerson, [.id(person), .int(limit)]) {
      try Ping(&$0)
    }
    // A ping outlives the relation; the other side's current name is then no longer theirs to see.
    let visible = Set(try peers(of: person) + [person])
    var names: [Person.ID: String] = [:]
    for id in visible.intersection(pings.flatMap { [$0.sender, $0.recipient] }) {
      names[id] = try self.person(id)?.name
    }
    return pings.map {
      PingFacts(ping: $0, senderName: names[$0.sender], recipientName: names[$0.recipient])
    }
  }

  func duePings(at now: Date, limit: Int) throws -> [Ping] {
    try session.firstReadable(limit, PingStatements.due, [.date(now)]) { try Ping(&$0) }
  }

  func earliestPingExpiry() throws -> Date? {
    // The whole row: one that ``duePings(at:limit:)`` leaves out would be due for ever.
    try session.firstReadable(1, PingStatements.earliest, []) { try Ping(&$0) }.first?.expiresAt
  }

  func insert(_ ping: Ping) throws -> Bool {
    try wins(PingStatements.insert, try ping.values())
  }

  func update(_ ping: Ping, from old: Ping) throws -> Bool {
    guard ping.id == old.id else { return false }
    return try wins(
      PingStatements.update,
      [
        .id(ping.id), .date(ping.sentAt), .date(ping.pushedAt), .date(ping.expiresAt),
        .text(ping.status.stored), .date(ping.closedAt), .text(old.status.stored),
        .date(old.sentAt), .date(old.expiresAt),
      ])
  }
}

enum PingStatements {
  private static let select: SQLText = "SELECT \(SQLTable.pings.list) FROM pings"
  static let byID: SQLText = "\(select) WHERE id = $1"
  static let pending: SQLText =
    "\(select) WHERE sender_id = $1 AND recipient_id = $2 AND status = 'pending'"
  static let pendingTo: SQLText =
    "\(select) WHERE recipient_id = $1 AND status = 'pending' ORDER BY sent_at, id"
  static let ofPair: SQLText = """
    \(select) WHERE sender_id = $1 AND recipient_id = $2 AND sent_at >= $3
    ORDER BY sent_at DESC, id DESC
    """
  /// Two arms, so that each uses its own index; people do not ping themselves, so no row comes
  /// twice.
  static let ofPerson: SQLText = """
    SELECT \(SQLTable.pings.list) FROM (
      SELECT * FROM pings WHERE sender_id = $1
      UNION ALL SELECT * FROM pings WHERE recipient_id = $1
    ) both_sides ORDER BY sent_at DESC, id DESC LIMIT $2
    """
  static let due: SQLText = """
    \(select) WHERE status = 'pending' AND expires_at <= $1
    ORDER BY expires_at LIMIT $2 OFFSET $3
    """
  static let earliest: SQLText =
    "\(select) WHERE status = 'pending' ORDER BY expires_at LIMIT $1 OFFSET $2"
  static let insert = SQLTable.pings.insert
  static let update: SQLText = """
    UPDATE pings SET sent_at = $2, pushed_at = $3, expires_at = $4, status = $5, closed_at = $6
    WHERE id = $1 AND status = $7 AND sent_at = $8 AND expires_at = $9
    """
}
