public import Foundation

extension Ping {
  public static let lists = [
    pending, pendingTo, ofPair, sent, received, timer.due, timer.waiting,
  ]
  static let pending = Rows<Ping>(
    .equal("sender_id"), .equal("recipient_id"), .word("status", "pending"),
    passesOverUnreadable: true, replacesUnreadable: true)
  static let pendingTo = Rows<Ping>(
    .equal("recipient_id"), .word("status", "pending"), order: .rising("sent_at"), .rising("id"),
    passesOverUnreadable: true)
  static let ofPair = Rows<Ping>(
    .equal("sender_id"), .equal("recipient_id"), .atLeast("sent_at"),
    order: .falling("sent_at"), .falling("id"), passesOverUnreadable: true)
  static let sent = Rows<Ping>(
    .equal("sender_id"), order: .falling("sent_at"), .falling("id"), passesOverUnreadable: true)
  static let received = Rows<Ping>(
    .equal("recipient_id"), order: .falling("sent_at"), .falling("id"), passesOverUnreadable: true)
}

/// Reads of pings.
extension RecordReads {
  public func ping(_ id: PingData.ID) throws -> Ping? { try find(id) }

  /// With values replaced where it cannot be read: the next ping takes its place, and the end of the relation
  /// closes it.
  public func pendingPing(from sender: Person.ID, to recipient: Person.ID) throws -> Ping? {
    try first(Ping.pending, .id(sender), .id(recipient))
  }

  /// Pending pings to `recipient`, oldest first.
  public func pendingPings(to recipient: Person.ID) throws -> [Ping] {
    try list(Ping.pendingTo, .id(recipient))
  }

  /// Pings of this ordered pair sent at or after `since`, in any status, newest first.
  public func pings(
    from sender: Person.ID, to recipient: Person.ID, since: Date
  ) throws -> [Ping] {
    try list(Ping.ofPair, .id(sender), .id(recipient), .date(since))
  }
}

extension Reads {
  /// Pings `person` has sent or received, in any status, newest first. Unreadable ones are left out.
  public func pings(of person: Person.ID, limit: Int) throws -> [PingFacts] {
    // People do not ping themselves, so no ping comes twice.
    let both =
      try list(Ping.sent, .id(person), limit: limit)
      + list(Ping.received, .id(person), limit: limit)
    let pings = both.sorted { ($1.sentAt, $1.id) < ($0.sentAt, $0.id) }.prefix(limit)
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
