public import Foundation

/// When the steps of a trip come due.
public enum TravelSchedule {
  /// The instant of each step, earliest first; the alert is always the last. A trip too short for
  /// a reminder has none, and without grace the end itself is the alert.
  public static func steps(of travel: Travel) -> [(stage: Travel.Stage, at: Date)] {
    var steps: [(Travel.Stage, Date)] = []
    let reminder = (travel.dueAt - TravelRules.reminderLead).storable
    if reminder > travel.startedAt { steps.append((.reminder, reminder)) }
    if travel.grace > 0 { steps.append((.due, travel.dueAt)) }
    steps.append((.alarm, travel.alarmAt))
    return steps
  }

  /// A copy that waits for the first step after `now`, or for the alert if that has passed too.
  public static func waiting(_ travel: Travel, after now: Date) -> Travel {
    var copy = travel
    let steps = steps(of: travel)
    let next = steps.first { $0.at > now } ?? steps.last
    copy.stage = next?.stage ?? .alarm
    copy.nextFireAt = next?.at
    return copy
  }

  /// The latest step that has come: when several are overdue, only this one is carried out.
  public static func due(_ travel: Travel, at now: Date) -> Travel.Stage? {
    guard travel.isOpen, let next = travel.nextFireAt, next <= now, travel.stage != .overdue else {
      return nil
    }
    if travel.stage == .courtesy { return .courtesy }
    // A step may have been pushed forward after a failure, so the one noted counts as come.
    let come = steps(of: travel).last { $0.at <= now }?.stage ?? travel.stage
    return come.rawValue < travel.stage.rawValue ? travel.stage : come
  }
}
