/// Reads of notification centers.
public protocol NotificationReads: RecordReads {
  func notifications(of person: Person.ID, limit: Int) throws -> [NotificationRecord]
  /// Those before this one that are not cleared, newest first.
  func notifications(
    of person: Person.ID, olderThan notification: NotificationRecord, limit: Int
  ) throws -> [NotificationRecord]
}

extension NotificationReads {
  public func notification(_ id: NotificationData.ID) throws -> NotificationRecord? { try find(id) }
}
