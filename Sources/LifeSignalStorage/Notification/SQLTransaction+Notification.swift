import Foundation
import LifeSignalModel

extension SQLTable {
  static let notifications = SQLTable(NotificationRecord.self)
}

extension SQLTransaction {
  func notifications(of person: Person.ID, limit: Int) throws -> [NotificationRecord] {
    try session.all(Statements.newest, [.id(person), .int(limit)]) { try NotificationRecord(&$0) }
  }

  func notifications(
    of person: Person.ID, olderThan notification: NotificationRecord, limit: Int
  ) throws -> [NotificationRecord] {
    let values: [SQLValue] = [
      .id(person), .date(notification.at), .id(notification.id), .int(limit),
    ]
    return try session.all(Statements.older, values) { try NotificationRecord(&$0) }
  }

  func markRead(_ id: NotificationData.ID, of person: Person.ID, at: Date) throws -> Bool {
    try wins(Statements.markRead, [.id(id), .id(person), .date(at)])
  }

  func markAllRead(of person: Person.ID, upTo: Date, at: Date) throws -> Int {
    try session.change(Statements.markAllRead, [.id(person), .date(upTo), .date(at)])
  }

  func clearNotification(_ id: NotificationData.ID, of person: Person.ID) throws -> Bool {
    try wins(Statements.clear, [.id(id), .id(person)])
  }

  func clearNotifications(of person: Person.ID, upTo: Date) throws -> Int {
    try session.change(Statements.clearAll, [.id(person), .date(upTo)])
  }
}

private enum Statements {
  static let newest: SQLText = """
    SELECT \(SQLTable.notifications.list) FROM notifications
    WHERE person_id = $1 AND is_cleared = 0 ORDER BY at DESC, id DESC LIMIT $2
    """
  static let older: SQLText = """
    SELECT \(SQLTable.notifications.list) FROM notifications
    WHERE person_id = $1 AND is_cleared = 0 AND (at, id) < ($2, $3)
    ORDER BY at DESC, id DESC LIMIT $4
    """
  static let markRead: SQLText = """
    UPDATE notifications SET read_at = $3
    WHERE id = $1 AND person_id = $2 AND read_at IS NULL AND is_cleared = 0
    """
  static let markAllRead: SQLText = """
    UPDATE notifications SET read_at = $3
    WHERE person_id = $1 AND at <= $2 AND read_at IS NULL AND is_cleared = 0
    """
  /// The row stays for its dedupe key; its contents do not.
  static let clear: SQLText = """
    UPDATE notifications SET is_cleared = 1, title = '', message = ''
    WHERE id = $1 AND person_id = $2 AND is_cleared = 0
    """
  static let clearAll: SQLText = """
    UPDATE notifications SET is_cleared = 1, title = '', message = ''
    WHERE person_id = $1 AND at <= $2 AND is_cleared = 0
    """
}
