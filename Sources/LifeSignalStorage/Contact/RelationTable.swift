import LifeSignalModel

extension SQLTable {
  static let relations = SQLTable(
    name: "relations",
    columns: [
      "owner_id", "peer_id", "is_responder", "is_dependent", "status", "send_pings",
      "receive_pings", "notify_on_check_in", "notify_on_expiry", "nickname", "notes", "added_at",
      "updated_at", "revision",
    ])
}

extension Relation {
  init(_ row: inout SQLRow) throws {
    self.init(
      owner: try row.id(), peer: try row.id(), isResponder: try row.flag(),
      isDependent: try row.flag(), status: try row.choice(), sendPings: try row.flag(),
      receivePings: try row.flag(), notifyOnCheckIn: try row.flag(),
      notifyOnExpiry: try row.flag(), nickname: try row.optional { try $0.text() },
      notes: try row.optional { try $0.text() }, addedAt: try row.date(),
      updatedAt: try row.date(), revision: try row.int64())
  }

  /// In the order of ``SQLTable/relations``.
  func values() throws -> [SQLValue] {
    [
      try .key(owner), try .key(peer), .flag(isResponder), .flag(isDependent),
      .text(status.rawValue), .flag(sendPings), .flag(receivePings), .flag(notifyOnCheckIn),
      .flag(notifyOnExpiry), .text(nickname), .text(notes), .date(addedAt), .date(updatedAt),
      .int64(revision),
    ]
  }
}
