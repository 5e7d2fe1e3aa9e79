import Foundation

extension NotificationRecord: KeyedRecord {
  public static let table = RecordTable("notifications", unique: ["(dedupe_key)"])

  public static let blank = NotificationRecord(
    id: "", person: "", type: .system, event: .system, title: "", message: "", at: .distantPast,
    dedupeKey: "")

  public static func column(of id: NotificationData.ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("type", &type)
    try column("event", &event)
    try column("title", &title)
    try column("message", &message)
    try column("at", &at)
    try column("read_at", &readAt)
    try column("related_contact_id", &relatedContact)
    try column("related_alert_id", &relatedAlert)
    try column("related_ping_id", &relatedPing)
    try column("related_check_in_id", &relatedCheckIn)
    try column("dedupe_key", &dedupeKey)
  }
}

extension NotificationType: ColumnValue {
  public init?(column: StoredValue) {
    guard case .text(let name) = column else { return nil }
    self.init(wireName: name)
  }

  public func column() -> StoredValue { .text(wireName ?? "system") }
}

extension NotificationEvent: OpenChoice {
  public static var unknown: NotificationEvent { .system }
}

extension Phrase: ColumnValue {
  public init?(column: StoredValue) {
    guard case .text(let text) = column else { return nil }
    self.init(stored: text)
  }

  public func column() -> StoredValue { .text(stored) }
}
