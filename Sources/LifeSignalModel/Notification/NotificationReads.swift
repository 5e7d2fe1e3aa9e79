extension NotificationRecord {
  public static let lists = [newest, older]
  static let newest = Rows<NotificationRecord>(
    .equal("person_id"), .number("is_cleared", 0), order: .falling("at"), .falling("id"),
    passesOverUnreadable: true)
  static let older = Rows<NotificationRecord>(
    .equal("person_id"), .number("is_cleared", 0), .bothBelow("at", "id"),
    order: .falling("at"), .falling("id"), passesOverUnreadable: true)
}

/// Reads of notification centers.
extension RecordReads {
  public func notification(_ id: NotificationData.ID) throws -> NotificationRecord? { try find(id) }

  /// Those that are not cleared, newest first; only those before `last`, if one is given.
  public func notifications(
    of person: Person.ID, olderThan last: NotificationRecord? = nil, limit: Int
  ) throws -> [NotificationRecord] {
    guard let last else {
      return try list(NotificationRecord.newest, .id(person), limit: limit)
    }
    return try list(
      NotificationRecord.older, .id(person), .date(last.at), .id(last.id), limit: limit)
  }
}
