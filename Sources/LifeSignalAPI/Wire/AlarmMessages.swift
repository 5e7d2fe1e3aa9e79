public import LifeSignalModel

public struct AlarmReference: Codable, Equatable, Sendable {
  public var id: AlertRecord.ID
}

public struct HandOverRequest: Codable, Equatable, Sendable {
  public var id: AlertRecord.ID
  /// The responder who should take over.
  public var to: Person.ID
}

public struct EscalationPlanMessage: Codable, Equatable, Sendable {
  /// Nil calls everyone immediately.
  public var plan: EscalationPlan?

  public init(plan: EscalationPlan?) {
    self.plan = plan
  }
}
