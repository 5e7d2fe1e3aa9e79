extension Endpoints {
  static let escalationPlan: [any Endpoint.Type] = [SetEscalationPlan.self]
}

/// Sets the order in which the member's responders are called.
public struct SetEscalationPlan: Endpoint {
  /// Nil calls everyone immediately.
  public var plan: EscalationPlan?

  public init(plan: EscalationPlan?) { self.plan = plan }

  public static let route = Route(
    .put, "/escalation-plan",
    summary: "Replaces the escalation policy; null contacts everyone immediately.",
    for: .token(.account), .ordinary)

  /// - Returns: the member's accepted responders.
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> [Person.ID] { try reads.responders(of: me.id).map(\.person.id) }

  public func decide(
    _ responders: [Person.ID], by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try EscalationPlanRules.set(plan, of: me.id, responders: responders))
  }
}
