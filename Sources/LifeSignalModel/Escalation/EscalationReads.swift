public import Foundation

extension Escalation {
  public static let lists = [held, ahead, timer.due, timer.waiting]
  static let held = Rows<Escalation>(
    .equal("holder_id"), .missing("ended_at"), passesOverUnreadable: true)
  static let ahead = Rows<Escalation>(
    .above("alert_id"), .above("next_fire_at"), order: .rising("alert_id"),
    passesOverUnreadable: true)
}

extension RecordReads {
  public func escalation(_ alert: AlertRecord.ID) throws -> Escalation? { try find(alert) }

  /// Open ones this person holds.
  public func escalations(heldBy person: Person.ID) throws -> [Escalation] {
    try list(Escalation.held, .id(person))
  }

  /// In the order of their alerts' numbers, from after `after` on: open ones with `nextFireAt` after
  /// `now`. Unreadable ones are left out.
  public func escalations(ahead now: Date, after: Int64, limit: Int) throws -> [Escalation] {
    try list(Escalation.ahead, .int64(after), .date(now), limit: limit)
  }
}
