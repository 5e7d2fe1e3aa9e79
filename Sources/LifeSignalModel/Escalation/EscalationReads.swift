/// Reads of escalations and their policies.
public protocol EscalationReads {
  /// Nil while the person has made none.
  func escalationPlan(of person: Person.ID) throws -> EscalationPlan?
  func escalation(_ alert: AlertRecord.ID) throws -> Escalation?
  /// Open ones this person holds.
  func escalations(heldBy person: Person.ID) throws -> [Escalation]
}
