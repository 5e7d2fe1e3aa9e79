public import Foundation

/// Pauses the member's check-ins; also moves the end of a pause.
public struct Pause: Endpoint {
  /// The longest pause, in seconds.
  public static let longest: TimeInterval = 30 * 86_400
  /// Lengths to choose from, in seconds.
  public static let offered: [TimeInterval] = [
    43_200, 86_400, 259_200, 604_800, 1_209_600, 2_592_000,
  ]

  /// An instant in the next 30 days.
  public var until: Date

  public init(until: Date) { self.until = until }

  public static let route = Route(
    .put, "/pause", summary: "Pauses check-ins until an instant, or moves the end of the pause.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts {
    try reads.pauseFacts(of: me.id)
  }

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try PauseRules.pause(facts, until: until, moment: moment))
  }
}

/// Ends the countdown: the member only watches over others until they check in. Does nothing without
/// one.
public struct StopCountdown: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/countdown",
    summary: "Stops the countdown until the next check-in: the person only watches over others.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (checkIn: CheckInFacts, things: [Thing]) {
    (try reads.pauseFacts(of: me.id), try reads.things(of: me.id))
  }

  public func decide(
    _ facts: (checkIn: CheckInFacts, things: [Thing]), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CountdownRules.stop(facts.checkIn, things: facts.things, moment: moment))
  }
}

/// Ends a pause immediately; does nothing without one.
public struct Resume: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/pause", summary: "Ends the pause.", for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts { try reads.checkInFacts(of: me.id, withResponders: true) }

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) -> Decided<Empty> { Decided(PauseRules.resume(facts, moment: moment)) }
}

extension Reads {
  /// With everything that speaks against expecting no check-in.
  fileprivate func pauseFacts(of id: Person.ID) throws -> CheckInFacts {
    var facts = try checkInFacts(of: id, withResponders: true)
    facts.hasOtherAlarm =
      try openAlert(of: id, kind: .manual) != nil || openAlert(of: id, kind: .travel) != nil
    return facts
  }
}
