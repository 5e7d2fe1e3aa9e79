/// Makes the next call of an escalation: its row as the loop read it. Does nothing if it has changed
/// since.
public struct FireEscalation: Command {
  public var claimed: Escalation

  public init(claimed: Escalation) { self.claimed = claimed }

  public static let terms = Terms(isVital: true, lane: .bulk, isLogged: false, budget: nil)

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> EscalationFacts? { try reads.escalationFacts(of: claimed.alert) }

  public func decide(
    _ facts: EscalationFacts?, by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(EscalationRules.fire(claimed, facts, moment: moment)) }
}
