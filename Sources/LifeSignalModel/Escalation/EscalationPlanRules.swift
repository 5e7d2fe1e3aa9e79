/// Changes of the order in which responders are called.
public enum EscalationPlanRules {
  /// - Parameter plan: nil for all responders together. An open alert keeps the plan it began with.
  public static func set(
    _ plan: EscalationPlan?, of me: Person.ID, responders: [Person.ID]
  ) throws(Refusal) -> Decision {
    let plan = try plan?.validated(responders: Set(responders))
    var decision = Decision(
      events: [.settingsChanged(me)], mutations: [.setEscalationPlan(me, plan)])
    // Without a policy everyone is called immediately.
    decision.requireProof(if: plan != nil)
    decision.touch(me, [.user, .contacts])
    return decision
  }
}
