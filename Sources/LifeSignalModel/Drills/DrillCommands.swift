/// Plans the first drill of people whose channels have none yet: of all of them, or of none.
public struct EnlistDrills: Command {
  public var people: [Person.ID]

  public init(people: [Person.ID]) { self.people = people }

  public static let terms = Terms(isVital: false, lane: .background, isLogged: false, budget: nil)

  /// By whose clocks they live; without those who have a drill already.
  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> [Person.ID: Zone] {
    var zones: [Person.ID: Zone] = [:]
    for person in people where try reads.drill(of: person) == nil {
      // An unreadable person must not prevent the planning of those behind them.
      if case .success(nil) = Result(catching: { try reads.person(person) }) { continue }
      zones[person] = (try? reads.zone(of: person)) ?? .utc
    }
    return zones
  }

  public func decide(
    _ zones: [Person.ID: Zone], by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(DrillRules.enlist(zones, moment: moment)) }
}

/// Carries out a step of a drill that is due: the drill as the loop read it. Does nothing if it has
/// changed since.
public struct FireDrill: Command {
  public var claimed: Drill

  public init(claimed: Drill) { self.claimed = claimed }

  public static let terms = Terms(isVital: false, lane: .background, isLogged: false, budget: nil)

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> DrillFacts? { try reads.drillFacts(of: claimed.person, among: moment.channels) }

  public func decide(
    _ facts: DrillFacts?, by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(DrillRules.fire(claimed, facts, moment: moment)) }
}
