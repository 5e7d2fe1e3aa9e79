/// Reads of alerts.
public protocol AlertReads {
  func openAlert(of person: Person.ID, kind: Alert.Kind) throws -> Alert?
  /// By `startedAt`, newest first.
  func alerts(of person: Person.ID, kind: Alert.Kind, limit: Int) throws -> [Alert]
  /// Those of the same kind that began before this one, newest first.
  func alerts(of person: Person.ID, olderThan alert: Alert, limit: Int) throws -> [Alert]
  func alert(_ id: AlertRecord.ID) throws -> Alert?
  /// The alert that this person's call for help with this key began, or joined.
  func alert(of person: Person.ID, key: String) throws -> Alert?
  /// Of any kind, earliest first.
  func openAlerts(of person: Person.ID) throws -> [Alert]
}
