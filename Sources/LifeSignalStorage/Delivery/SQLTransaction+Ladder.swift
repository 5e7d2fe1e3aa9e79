import Foundation
import LifeSignalModel

extension SQLTransaction {
  func deliveries(about alert: AlertRecord.ID) throws -> [Delivery] {
    try session.allReadable(LadderStatements.aboutAlert, [.id(alert)]) { try Delivery(&$0) }
  }

  func deliveries(about alert: AlertRecord.ID, to person: Person.ID) throws -> [Delivery] {
    try session.allReadable(LadderStatements.aboutAlertToPerson, [.id(alert), .id(person)]) {
      try Delivery(&$0)
    }
  }

  func deliveries(of notification: NotificationData.ID) throws -> [Delivery] {
    try session.allReadable(LadderStatements.ofEntry, [.id(notification)]) { try Delivery(&$0) }
  }

  func delivery(receiptToken: String) throws -> Delivery? {
    try session.first(LadderStatements.byReceipt, [.text(receiptToken)]) { try Delivery(&$0) }
  }

  func delivery(_ id: Delivery.ID) throws -> Delivery? {
    try session.first(LadderStatements.byID, [.id(id)]) { try Delivery(&$0) }
  }

  func note(_ rung: Rung, of delivery: Delivery.ID, at: Date) throws -> Bool {
    let statement: SQLText? =
      switch rung {
      case .queued: nil
      case .accepted: LadderStatements.accepted
      case .shown: LadderStatements.shown
      case .opened: LadderStatements.opened
      }
    return try statement.map { try wins($0, [.id(delivery), .date(at)]) } ?? false
  }

  func postponeDeliveries(
    of notification: NotificationData.ID, above rank: Int, until: Date
  ) throws -> Int {
    try session.change(
      LadderStatements.postpone, [.id(notification), .date(until), .int(rank)])
  }

  func withdrawDeliveries(
    of notification: NotificationData.ID, above rank: Int?, at: Date
  ) throws -> Int {
    try session.change(
      LadderStatements.withdraw,
      [.id(notification), .date(at), .text(Delivery.withdrawn), .int(rank ?? -1)])
  }

  func advanceDelivery(of notification: NotificationData.ID, to at: Date) throws -> Bool {
    try wins(LadderStatements.advance, [.id(notification), .date(at)])
  }
}

extension SQLTransaction {
  func abandonDelivery(_ id: Delivery.ID, reason: String, at: Date) throws -> Bool {
    guard try wins(LadderStatements.abandon, [.id(id), .date(at), .text(reason)]) else {
      return false
    }
    try session.change(ClaimStatements.advanceNext, [.id(id), .date(at)])
    return true
  }

  func bounceDelivery(_ id: Delivery.ID, reason: String, at: Date) throws -> Bool {
    try wins(LadderStatements.bounce, [.id(id), .date(at), .text(reason)])
  }
}

enum LadderStatements {
  /// A message that a carrier returned was never delivered: its delivery status starts again.
  static let bounce: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = $3, accepted_at = NULL,
      lease_owner = NULL, lease_until = NULL
    WHERE id = $1 AND state IN ('done', 'leased')
    """
  static let abandon: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = $3
    WHERE id = $1 AND state = 'ready'
    """
  static let aboutAlert: SQLText =
    "SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE alert_id = $1"
  /// The plus keeps the search in the alert's index: a person may have far more messages than an alert.
  static let aboutAlertToPerson: SQLText = """
    SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE alert_id = $1 AND +person_id = $2
    """
  static let ofEntry: SQLText =
    "SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE notification_id = $1"
  static let byID: SQLText =
    "SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE id = $1"
  static let byReceipt: SQLText =
    "SELECT \(SQLTable.deliveries.list) FROM deliveries WHERE receipt_token = $1"
  static let accepted: SQLText =
    "UPDATE deliveries SET accepted_at = $2 WHERE id = $1 AND accepted_at IS NULL"
  /// A device cannot show a message that its provider has not accepted.
  static let shown: SQLText = """
    UPDATE deliveries SET shown_at = $2, accepted_at = COALESCE(accepted_at, $2)
    WHERE id = $1 AND shown_at IS NULL
    """
  static let opened: SQLText = """
    UPDATE deliveries SET opened_at = $2, shown_at = COALESCE(shown_at, $2),
      accepted_at = COALESCE(accepted_at, $2)
    WHERE id = $1 AND opened_at IS NULL
    """
  static let postpone: SQLText = """
    UPDATE deliveries SET next_attempt_at = $2
    WHERE notification_id = $1 AND state = 'ready' AND attempts = 0 AND next_attempt_at < $2
      AND (channel_rank > $3 OR shown_at IS NOT NULL)
    """
  static let withdraw: SQLText = """
    UPDATE deliveries SET state = 'dead', finished_at = $2, last_error = $3
    WHERE notification_id = $1 AND state = 'ready'
      AND (channel_rank > $4 OR shown_at IS NOT NULL)
    """
  static let advance: SQLText = """
    UPDATE deliveries SET next_attempt_at = $2 WHERE id = (
      SELECT id FROM deliveries
      WHERE notification_id = $1 AND state = 'ready' AND attempts = 0
      ORDER BY channel_rank LIMIT 1)
      AND next_attempt_at > $2
    """
}
