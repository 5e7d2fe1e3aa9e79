import Foundation
import LifeSignalModel

extension SQLTable {
  static let pings = SQLTable(Ping.self)
}

extension SQLTransaction {
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
}

enum PingStatements {
  private static let select: SQLText = "SELECT \(SQLTable.pings.list) FROM pings"
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
}
