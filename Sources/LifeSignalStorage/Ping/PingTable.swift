import LifeSignalModel

extension SQLTable {
  static let pings = SQLTable(
    name: "pings",
    columns: [
      "id", "sender_id", "recipient_id", "sent_at", "pushed_at", "expires_at", "status",
      "closed_at",
    ], unique: ["(sender_id, recipient_id) WHERE status = 'pending'"])
}

extension PingStatus {
  /// The stored word; raw values are labels for people and may change.
  var stored: String {
    switch self {
    case .pending: "pending"
    case .responded: "responded"
    case .cleared: "cleared"
    case .expired: "expired"
    }
  }

  /// A status that only another release knows counts as cleared: every release stores a ping that waits for
  /// an answer as `pending`.
  fileprivate init(stored: String) {
    self = Self.allCases.first { $0.stored == stored } ?? .cleared
  }
}

extension Ping {
  init(_ row: inout SQLRow) throws {
    row.begin(.pings)
    self.init(
      id: try row.id(), sender: try row.id(), recipient: try row.id(), sentAt: try row.date(),
      pushedAt: try row.date(), expiresAt: try row.date(),
      status: PingStatus(stored: try row.text()),
      closedAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/pings``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(sender), try .key(recipient), .date(sentAt), .date(pushedAt),
      .date(expiresAt), .text(status.stored), .date(closedAt),
    ]
  }
}
