public import Foundation

extension Endpoints {
  static let checkInSettings: [any Endpoint.Type] = [
    SetCheckInInterval.self, SetPlan.self, SetReminderInterval.self, SetGracePeriod.self,
    Pause.self, Resume.self, StopCountdown.self,
  ]
}

/// What a member asks about their promise to check in, or what depends on it.
public protocol PromiseCommand: Command where Asker == Member, Facts == CheckInFacts {}

extension PromiseCommand {
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts { try reads.checkInFacts(of: me.id) }
}

/// Sets the longest time between check-ins of the member; the same as a plan of this interval.
public struct SetCheckInInterval: Endpoint, PromiseCommand {
  /// 3,600–604,800.
  public var seconds: TimeInterval

  public init(seconds: TimeInterval) { self.seconds = seconds }

  public static let route = Route(
    .put, "/check-in-settings/interval",
    summary: "Sets the longest time between check-ins, 3,600 to 604,800 seconds.",
    for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setInterval(facts, seconds, moment: moment))
  }
}

/// Sets how often, or at which times of which days, the member promises to check in.
public struct SetPlan: Endpoint, PromiseCommand {
  public var plan: CheckInPlan

  public init(plan: CheckInPlan) { self.plan = plan }

  public static let route = Route(
    .put, "/check-in-plan", summary: "Sets the check-in plan.", for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setPlan(facts, plan, moment: moment))
  }
}

/// Sets how long before the deadline the member is reminded.
public struct SetReminderInterval: Endpoint, PromiseCommand {
  /// 0, 1,800 or 7,200.
  public var seconds: TimeInterval

  public init(seconds: TimeInterval) { self.seconds = seconds }

  public static let route = Route(
    .put, "/check-in-settings/reminder",
    summary: "Sets the reminder: 0 for none, 1,800 or 7,200 seconds before the deadline.",
    for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setReminder(facts, seconds, moment: moment))
  }
}

/// Sets the time after the deadline in which only the member is reminded.
public struct SetGracePeriod: Endpoint, PromiseCommand {
  /// 0–3,600.
  public var seconds: TimeInterval

  public init(seconds: TimeInterval) { self.seconds = seconds }

  public static let route = Route(
    .put, "/check-in-settings/grace-period",
    summary: "Sets the grace period, 0 to 3,600 seconds.", for: .token(.account), .ordinary)

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try CheckInSettingsRules.setGracePeriod(facts, seconds, moment: moment))
  }
}
