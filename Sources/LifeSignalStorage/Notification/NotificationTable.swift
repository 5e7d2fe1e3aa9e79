import LifeSignalModel

extension SQLTable {
  static let notifications = SQLTable(
    name: "notifications",
    columns: [
      "id", "person_id", "type", "event", "title", "message", "at", "read_at",
      "related_contact_id", "related_alert_id", "related_ping_id", "related_check_in_id",
      "dedupe_key",
    ], unique: ["(dedupe_key)"])
}

extension NotificationRecord {
  init(_ row: inout SQLRow) throws {
    row.begin(.notifications)
    self.init(
      id: try row.id(), person: try row.id(), type: NotificationType(wireName: try row.text()),
      event: try row.choice(unknown: .system), title: Phrase(stored: try row.text()),
      message: Phrase(stored: try row.text()),
      at: try row.date(), readAt: try row.optional { try $0.date() },
      relatedContact: try row.optional { try $0.id() },
      relatedAlert: try row.optional { try $0.id() },
      relatedPing: try row.optional { try $0.id() },
      relatedCheckIn: try row.optional { try $0.id() }, dedupeKey: try row.text())
  }

  /// In the order of ``SQLTable/notifications``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(type.wireName ?? "system"), .text(event.rawValue),
      .text(title.stored), .text(message.stored), .date(at), .date(readAt),
      try .key(relatedContact),
      try .key(relatedAlert), try .key(relatedPing), try .key(relatedCheckIn), .text(dedupeKey),
    ]
  }
}
