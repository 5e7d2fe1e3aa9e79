import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTransaction {
  func owners(of kind: ChannelKind, at address: String) throws -> [Person.ID] {
    try session.all(Statements.owners, [.text(address), .text(kind.rawValue)]) { try $0.id() }
  }

  func insert(_ channel: Channel) throws -> Bool {
    try wins(Statements.insertOrEnable, try channel.values())
  }

  func enableChannel(
    of person: Person.ID, _ kind: ChannelKind, at address: String
  ) throws -> Bool {
    try wins(Statements.enable, [.id(person), .text(kind.rawValue), .text(address)])
  }

  func hearChannel(_ id: Channel.ID, at: Date) throws -> Bool {
    try wins(Statements.hear, [.id(id), .date(at)])
  }

  func withdrawDeliveries(
    from channel: Channel.ID, of person: Person.ID, keepsNotices: Bool, at: Date
  ) throws -> Int {
    let waiting = try session.all(
      Statements.waiting,
      [.id(person), .id(channel), .int(Delivery.Priority.missedCheckIn.rawValue)]
    ) { row -> (id: Delivery.ID, key: String) in
      row.begin(.deliveries)
      return (id: try row.id(), key: row.read(or: "") { try $0.text() })
    }
    var count = 0
    for row in waiting where !(keepsNotices && Delivery.isSecurityNotice(row.key)) {
      count += try session.change(
        Statements.withdraw, [.id(row.id), .date(at), .text(Delivery.withdrawn)])
    }
    return count
  }

  func disable(_ channel: Channel.ID, address: String?, at: Date) throws -> Bool {
    guard let address else { return try wins(Statements.disable, [.id(channel), .date(at)]) }
    return try wins(Statements.disableAddress, [.id(channel), .date(at), .text(address)])
  }
}

extension SQLTransaction {
  func sessionsToForget(
    at now: Date, after last: SessionID?, limit: Int
  ) throws -> [LapsedSession] {
    try session.all(
      ChannelStatements.lapsed, [.date(now), last.map { .id($0) } ?? .int(-1), .int(limit)]
    ) { LapsedSession(try $0.id(), of: try $0.id()) }
  }
}

enum ChannelStatements {
  /// Run once an hour over all devices bound to a session, by their own index; the sessions by
  /// their key.
  static let lapsed: SQLText = """
    SELECT DISTINCT c.session_id, c.person_id FROM channels c
    LEFT JOIN sessions s ON s.id = c.session_id
    WHERE c.session_id > $2 AND (c.disabled_at IS NULL OR c.off = 'off')
      AND (s.id IS NULL OR s.revoked_at IS NOT NULL OR s.expires_at <= $1)
    ORDER BY c.session_id LIMIT $3
    """
}

private enum Statements {
  static let owners: SQLText = """
    SELECT DISTINCT person_id FROM channels
    WHERE address = $1 AND kind = $2 AND disabled_at IS NULL ORDER BY person_id LIMIT 2
    """
  static let enable: SQLText = """
    UPDATE channels SET disabled_at = NULL, off = NULL
    WHERE person_id = $1 AND kind = $2 AND address = $3 AND disabled_at IS NOT NULL
    """
  static let hear: SQLText =
    "UPDATE channels SET heard_at = $2 WHERE id = $1 AND (heard_at IS NULL OR heard_at < $2)"
  /// By the person's rows, which are few: no index leads from a channel to its messages.
  static let waiting: SQLText = """
    SELECT id, dedupe_key FROM deliveries
    WHERE person_id = $1 AND channel_id = $2 AND state = 'ready' AND priority > $3
    """
  static let withdraw: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = $3
    WHERE id = $1 AND state = 'ready'
    """
  static let insertOrEnable: SQLText = """
    INSERT INTO channels (\(SQLTable.channels.list)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (person_id, kind, address)
    DO UPDATE SET disabled_at = excluded.disabled_at, off = excluded.off,
      session_id = excluded.session_id
    WHERE channels.disabled_at IS NOT NULL AND (channels.off IS NULL OR channels.off = 'waiting')
    """
  static let disable: SQLText =
    "UPDATE channels SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL"
  static let disableAddress: SQLText = """
    UPDATE channels SET disabled_at = $2
    WHERE id = $1 AND disabled_at IS NULL AND address = $3
    """
}
