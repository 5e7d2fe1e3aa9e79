public import Foundation

extension Endpoints {
  static let checkInSettingsQueries: [any Query.Type] = [
    GetCheckInInterval.self, GetReminderInterval.self, GetGracePeriod.self, GetPlan.self,
  ]
}

/// The longest time between check-ins of the member.
public struct GetCheckInInterval: Query {
  public init() {}

  public static let route = Route.get(
    "/check-in-settings/interval",
    summary: "Reads the longest time between check-ins, in seconds.", for: .token(.read))

  public func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> APILength {
    APILength(seconds: try reads.promise(of: me.id).watch.interval)
  }
}

/// How long before the deadline the member is reminded.
public struct GetReminderInterval: Query {
  public init() {}

  public static let route = Route.get(
    "/check-in-settings/reminder",
    summary: "Reads how long before the deadline the person is reminded, in seconds.",
    for: .token(.read))

  public func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> APILength {
    APILength(seconds: try reads.promise(of: me.id).person.notifications.reminderInterval)
  }
}

/// The member's grace period.
public struct GetGracePeriod: Query {
  public init() {}

  public static let route = Route.get(
    "/check-in-settings/grace-period",
    summary: "Reads the time after the deadline in which only the person is reminded, in seconds.",
    for: .token(.read))

  public func answer(to me: Member, from reads: some Reads, at moment: Moment) throws -> APILength {
    APILength(seconds: try reads.promise(of: me.id).watch.grace)
  }
}

/// How often, or at which times of which days, the member has promised to check in.
public struct GetPlan: Query {
  public init() {}

  public static let route = Route.get(
    "/check-in-plan", summary: "Reads the check-in plan: an interval, or times of day.",
    for: .token(.read))

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> PlanMessage { PlanMessage(plan: try reads.promise(of: me.id).watch.plan) }
}

/// A length in seconds.
public struct APILength: Codable, Equatable, Sendable {
  public var seconds: TimeInterval
}

/// A check-in plan.
public struct PlanMessage: Codable, Equatable, Sendable {
  public var plan: CheckInPlan
}
