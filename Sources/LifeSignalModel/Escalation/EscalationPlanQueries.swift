extension Endpoints {
  static let escalationPlanQueries: [any Query.Type] = [GetEscalationPlan.self]
}

/// The order in which the member's responders are called.
public struct GetEscalationPlan: Query {
  public init() {}

  public static let route = Route.get(
    "/escalation-plan", summary: "Reads the escalation policy.", for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> EscalationPlanMessage {
    EscalationPlanMessage(plan: try reads.escalationPlan(of: me.id))
  }
}

/// An escalation policy.
public struct EscalationPlanMessage: Codable, Equatable, Sendable {
  /// Nil calls everyone immediately.
  public var plan: EscalationPlan?
}
