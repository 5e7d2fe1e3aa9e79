/// Carries out a step of a deadline that is due: the watch as the loop read it. Does nothing if it
/// has changed since.
public struct FireDeadline: Command {
  public var claimed: Watch

  public init(claimed: Watch) { self.claimed = claimed }

  public static let terms = Terms(isVital: true, lane: .bulk, isLogged: false, budget: nil)

  /// Nil while missed deadlines wait: the process was away between the claim and now.
  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> (checkIn: CheckInFacts, courtesy: Courtesy)? {
    guard !moment.holdsMissedDeadlines() else { return nil }
    var facts = try reads.checkInFacts(of: claimed.person, withResponders: true)
    facts.plan = try reads.escalationPlan(of: claimed.person) ?? .everybody
    return (facts, try reads.courtesy(at: moment))
  }

  public func decide(
    _ facts: (checkIn: CheckInFacts, courtesy: Courtesy)?, by system: System, at moment: Moment
  ) -> Decided<Outcome> {
    Decided(
      facts.map {
        DeadlineRules.fire(claimed, $0.checkIn, courtesy: $0.courtesy, moment: moment)
      } ?? Decision(.unchanged))
  }
}
