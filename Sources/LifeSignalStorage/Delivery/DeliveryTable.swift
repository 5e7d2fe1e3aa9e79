import LifeSignalModel

extension SQLTable {
  static let deliveries = SQLTable(
    name: "deliveries",
    columns: [
      "id", "dedupe_key", "idempotency_key", "person_id", "notification_id", "channel_id", "kind",
      "address", "title", "body", "priority", "state", "attempts", "created_at",
      "next_attempt_at", "give_up_at", "lease_owner", "lease_until", "last_error",
      "alert_id", "channel_rank", "accepted_at", "shown_at", "opened_at", "receipt_token",
    ], unique: ["(dedupe_key)"])
}

extension Delivery {
  init(_ row: inout SQLRow) throws {
    row.begin(.deliveries)
    self.init(
      id: try row.id(), dedupeKey: try row.text(), idempotencyKey: try row.text(),
      person: try row.id(), notification: try row.optional { try $0.id() },
      channel: try row.id(), kind: ChannelKind(rawValue: try row.text()),
      address: try row.text(), title: try row.text(), body: try row.text(),
      priority: try row.choice(), state: try row.choice(), attempts: try row.int(),
      createdAt: try row.date(), nextAttemptAt: try row.date(), giveUpAt: try row.date(),
      leaseOwner: try row.optional { try $0.text() },
      leaseUntil: try row.optional { try $0.date() },
      lastError: try row.optional { try $0.text() }, alert: try row.optional { try $0.id() },
      rank: try row.int(), acceptedAt: try row.optional { try $0.date() },
      shownAt: try row.optional { try $0.date() },
      openedAt: try row.optional { try $0.date() },
      receiptToken: try row.optional { try $0.text() })
  }

  /// In the order of ``SQLTable/deliveries``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), .text(dedupeKey), .text(idempotencyKey), try .key(person),
      try .key(notification), try .key(channel), .text(kind.rawValue), .text(address),
      .text(title), .text(body), .int(priority.rawValue), .text(state.rawValue), .int(attempts),
      .date(createdAt), .date(nextAttemptAt), .date(giveUpAt), .text(leaseOwner),
      .date(leaseUntil), .text(lastError), try .key(alert), .int(rank), .date(acceptedAt),
      .date(shownAt), .date(openedAt), .text(receiptToken),
    ]
  }
}
