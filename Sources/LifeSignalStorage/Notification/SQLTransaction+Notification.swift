import Foundation
import LifeSignalModel

extension SQLTransaction {
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
