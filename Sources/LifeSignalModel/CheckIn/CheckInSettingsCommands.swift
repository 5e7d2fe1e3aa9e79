public import Foundation

extension Endpoints {
  static let checkInSettings: [any Endpoint.Type] = [
    SetReminderInterval.self, SetGracePeriod.self, Resume.self,
  ]
}

/// Sets how long before the deadline the member is reminded.
public struct SetReminderInterval: Endpoint {
  /// 0, 1,800 or 7,200.
  public var seconds: TimeInterval

  public init(seconds: TimeInterval) { self.seconds = seconds }

  public static let route = Route(
    .put, "/check-in-settings/reminder",
    summary: "Sets the reminder: 0 for none, 1,800 or 7,200 seconds before the deadline.",
    for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts { try reads.checkInFacts(of: me.id) }

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setReminder(facts, seconds, moment: moment))
  }
}

/// Sets the time after the deadline in which only the member is reminded.
public struct SetGracePeriod: Endpoint {
  /// 0–3,600.
  public var seconds: TimeInterval

  public init(seconds: TimeInterval) { self.seconds = seconds }

  public static let route = Route(
    .put, "/check-in-settings/grace-period",
    summary: "Sets the grace period, 0 to 3,600 seconds.", for: .token(.account), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts { try reads.checkInFacts(of: me.id) }

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setGracePeriod(facts, seconds, moment: moment))
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
