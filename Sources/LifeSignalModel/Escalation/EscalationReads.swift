/// Reads of escalations and their policies.
public protocol EscalationReads: RecordReads {
  /// Nil while the person has made none.
  func escalationPlan(of person: Person.ID) throws -> EscalationPlan?
  /// Open ones this person holds.
  func escalations(heldBy person: Person.ID) throws -> [Escalation]
}

extension EscalationReads {
  public func escalation(_ alert: AlertRecord.ID) throws -> Escalation? { try find(alert) }
}
