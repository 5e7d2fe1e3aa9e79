import Foundation
import LifeSignalModel

extension SQLTransaction {
  func openAlert(of person: Person.ID, kind: Alert.Kind) throws -> Alert? {
    if kind == .manual {
      return try session.first(Statements.openByHand, [.id(person)]) { try Alert(&$0) }
    }
    return try session.first(Statements.open, [.id(person), .text(kind.rawValue)]) {
      try Alert(&$0)
    }
  }

  func alert(_ id: AlertRecord.ID) throws -> Alert? {
    try session.first(Statements.byID, [.id(id)]) { try Alert(&$0) }
  }

  func alert(of person: Person.ID, key: String) throws -> Alert? {
    try session.first(Statements.byKey, [.id(person), .text(key)]) { try Alert(&$0) }
  }

  func keepAlertKey(_ key: String, of person: Person.ID, alert: AlertRecord.ID) throws -> Bool {
    try wins(Statements.keepKey, [.id(person), .text(key), .id(alert)])
  }

  func openAlerts(of person: Person.ID) throws -> [Alert] {
    try session.all(Statements.openOfAll, [.id(person)]) { try Alert(&$0) }
      .sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
  }

  func alerts(of person: Person.ID, kind: Alert.Kind, limit: Int) throws -> [Alert] {
    let values: [SQLValue] = [.id(person), .text(kind.rawValue), .int(limit)]
    return try session.all(Statements.newest, values) { try Alert(&$0) }
  }

  func alerts(of person: Person.ID, olderThan alert: Alert, limit: Int) throws -> [Alert] {
    let values: [SQLValue] = [
      .id(person), .text(alert.kind.rawValue), .date(alert.startedAt), .id(alert.id), .int(limit),
    ]
    return try session.all(Statements.older, values) { try Alert(&$0) }
  }

  func insert(_ alert: Alert) throws -> Bool {
    try wins(Statements.insert, try alert.values())
  }

  func end(_ alert: AlertRecord.ID, at: Date, reason: Alert.EndReason) throws -> Bool {
    try wins(Statements.end, [.id(alert), .date(at), .text(reason.rawValue)])
  }
}

private enum Statements {
  static let byID: SQLText = "SELECT \(SQLTable.alerts.list) FROM alerts WHERE id = $1"
  static let byKey: SQLText = """
    SELECT \(SQLTable.alerts.columns(of: "a")) FROM alert_keys k JOIN alerts a ON a.id = k.alert_id
    WHERE k.person_id = $1 AND k.client_key = $2
    """
  static let keepKey = SQLTable.alertKeys.insert
  static let open: SQLText = """
    SELECT \(SQLTable.alerts.list) FROM alerts
    WHERE person_id = $1 AND kind = $2 AND ended_at IS NULL
    """
  /// Alerts of kinds that only another release knows count as raised by hand: their person can end
  /// them.
  static let openByHand: SQLText = """
    SELECT \(SQLTable.alerts.list) FROM alerts
    WHERE person_id = $1 AND ended_at IS NULL AND kind NOT IN (\(otherKinds))
    ORDER BY kind = 'manual' DESC, id LIMIT 1
    """
  private static let otherKinds: SQLText =
    "\(literals: Alert.Kind.allCases.filter { $0 != .manual }.map(\.rawValue))"
  /// One of each kind at most.
  static let openOfAll: SQLText =
    "SELECT \(SQLTable.alerts.list) FROM alerts WHERE person_id = $1 AND ended_at IS NULL"
  static let newest: SQLText = """
    SELECT \(SQLTable.alerts.list) FROM alerts WHERE person_id = $1 AND kind = $2
    ORDER BY started_at DESC, id DESC LIMIT $3
    """
  static let older: SQLText = """
    SELECT \(SQLTable.alerts.list) FROM alerts
    WHERE person_id = $1 AND kind = $2 AND (started_at, id) < ($3, $4)
    ORDER BY started_at DESC, id DESC LIMIT $5
    """
  static let insert = SQLTable.alerts.insert
  static let end: SQLText =
    "UPDATE alerts SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL"
}
