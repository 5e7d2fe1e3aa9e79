public import Foundation

/// When the steps of a deadline come due. Pure arithmetic on instants; wall-clock rules such as
/// daylight saving cannot touch it.
public enum WatchSchedule {
  /// The instant of each stage the person's preferences leave in, earliest first; the alarm is
  /// always the last. Reminders not shorter than the interval are left out, and so is the deadline
  /// itself where no grace follows it.
  public static func steps(
    of watch: Watch, _ preferences: NotificationPreferences
  ) -> [(stage: Watch.Stage, at: Date)] {
    guard let deadline = watch.deadline else { return [] }
    var steps: [(Watch.Stage, Date)] = []
    if preferences.isNotificationsEnabled {
      let reminders: [(Watch.Stage, CheckInReminder, Bool)] = [
        (.twoHourReminder, .twoHours, preferences.notify2HoursBefore),
        (.thirtyMinuteReminder, .thirtyMinutes, preferences.notify30MinBefore),
      ]
      for (stage, reminder, isWanted) in reminders where isWanted && reminder.lead < watch.interval
      {
        steps.append((stage, (deadline - reminder.lead).storable))
      }
    }
    if watch.grace > 0 { steps.append((.deadline, deadline)) }
    steps.append((.alarm, (deadline + watch.grace).storable))
    return steps
  }

  /// A copy that waits for the first step after `now`, or for the alarm if that has passed too.
  public static func waiting(
    _ watch: Watch, after now: Date, _ preferences: NotificationPreferences
  ) -> Watch {
    var copy = watch
    let steps = steps(of: watch, preferences)
    let next = steps.first { $0.at > now } ?? steps.last
    copy.stage = next?.stage ?? .twoHourReminder
    copy.nextFireAt = next?.at
    return copy
  }

  /// The latest step that has come: when several are overdue, only this one is carried out.
  public static func due(
    _ watch: Watch, at now: Date, _ preferences: NotificationPreferences
  ) -> Watch.Stage? {
    guard let next = watch.nextFireAt, next <= now, watch.stage != .missed else { return nil }
    if watch.stage == .courtesy { return .courtesy }
    // A step may have been pushed forward after a failure, so the one noted counts as come.
    let come = steps(of: watch, preferences).last { $0.at <= now }?.stage ?? watch.stage
    return come.rawValue < watch.stage.rawValue ? watch.stage : come
  }
}
