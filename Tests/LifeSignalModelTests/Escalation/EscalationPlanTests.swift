import LifeSignalModel
import Testing

@Suite struct `The order of calls` {
  private typealias Step = EscalationPlan.Step

  @Test(arguments: [
    (EscalationPlan(steps: []), Refusal.planNamesNobody),
    (EscalationPlan(steps: [Step(responders: [])]), .planNamesNobody),
    (EscalationPlan(steps: [Step(responders: ["2"]), Step(responders: [])]), .planNamesNobody),
    (EscalationPlan(steps: Array(repeating: Step(responders: ["2"]), count: 11)), .tooManySteps),
    (EscalationPlan(steps: [Step(responders: ["2"], wait: 59)]), .invalidWait),
    (EscalationPlan(steps: [Step(responders: ["2"], wait: 3_601)]), .invalidWait),
    (EscalationPlan(steps: [Step(responders: ["2"], wait: .nan)]), .invalidWait),
    (EscalationPlan(steps: [Step(responders: ["2"])], rounds: 0), .invalidRounds),
    (EscalationPlan(steps: [Step(responders: ["2"])], rounds: 6), .invalidRounds),
    (EscalationPlan(steps: [Step(responders: ["2", "2"])]), .namedTwice),
    (EscalationPlan(steps: [Step(responders: ["2", "9"])]), .notYourResponder),
  ])
  func `an invalid policy is refused`(_ plan: EscalationPlan, _ refusal: Refusal) {
    #expect(throws: refusal) { try plan.validated(responders: ["2", "3"]) }
    #expect(throws: refusal) {
      try EscalationPlanRules.set(plan, of: "1", responders: ["2", "3"])
    }
  }

  @Test func `the same responder may be called in several steps`() throws {
    let plan = EscalationPlan(
      steps: Array(repeating: Step(responders: ["2"], wait: 60), count: 10), rounds: 5)
    let decision = try EscalationPlanRules.set(plan, of: "1", responders: ["2"])
    #expect(decision.mutations == [.setEscalationPlan("1", plan)])
  }

  @Test func `without a plan there is nothing to keep`() throws {
    let decision = try EscalationPlanRules.set(nil, of: "1", responders: [])
    #expect(decision.mutations == [.setEscalationPlan("1", nil)])
  }

  @Test func `calls unnamed responders last, and former responders never`() {
    let plan = EscalationPlan(
      steps: [Step(responders: ["4", "2"], wait: 60), Step(responders: ["4"], wait: 120)])
    #expect(
      plan.resolved(for: ["5", "3", "2"]) == [
        Step(responders: ["2"], wait: 60), Step(responders: ["3", "5"], wait: 300),
      ])
    #expect(EscalationPlan.everybody.resolved(for: ["3", "2"]) == [Step(responders: ["2", "3"])])
    #expect(plan.resolved(for: []).isEmpty)
  }
}
