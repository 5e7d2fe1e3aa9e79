/// Carries out a step of a trip that is due: the trip as the loop read it. Does nothing if it has
/// changed since.
public struct FireTravel: Command {
  public var claimed: Travel

  public init(claimed: Travel) { self.claimed = claimed }

  public static let terms = Terms(
    isVital: true, lane: .bulk, isLogged: false, budget: nil)

  /// Nil while missed deadlines wait: the process was away between the claim and now.
  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> (trip: TravelFacts, courtesy: Courtesy)? {
    guard !moment.holdsMissedDeadlines() else { return nil }
    return (
      try reads.travelFacts(of: claimed.person, naming: claimed.id), try reads.courtesy(at: moment)
    )
  }

  public func decide(
    _ facts: (trip: TravelFacts, courtesy: Courtesy)?, by system: System, at moment: Moment
  ) -> Decided<Outcome> {
    Decided(
      facts.map { TravelDueRules.fire(claimed, $0.trip, courtesy: $0.courtesy, moment: moment) }
        ?? Decision(.unchanged))
  }
}
