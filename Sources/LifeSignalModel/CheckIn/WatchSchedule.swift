public import Foundation

/// When the steps of a deadline come due. Pure arithmetic on instants; wall-clock rules such as
/// daylight saving are those of ``CheckInTimes`` and end with the deadline they give.
public enum WatchSchedule {
  /// The instant of each stage the person's preferences leave in, earliest first; the alarm is
  /// always the last. Reminders not shorter than the interval are left out, and so is the deadline
  /// itself where no grace follows it. Where times of day are promised no reminder is left out: it
  /// comes within the window in which a check-in counts for that time.
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
      let longest = watch.times == nil ? watch.interval : .infinity
      for (stage, reminder, isWanted) in reminders where isWanted && reminder.lead < longest {
        steps.append((stage, (deadline - reminder.lead).storable))
      }
    }
    if watch.grace > 0 { steps.append((.deadline, deadline)) }
    steps.append((.alarm, (deadline + watch.grace).storable))
    return steps
  }

  /// A copy that waits for the first step after `now`, or for the alarm if that has passed too; one
  /// that is paused waits for the end of the pause.
  public static func waiting(
    _ watch: Watch, after now: Date, _ preferences: NotificationPreferences
  ) -> Watch {
    var copy = watch
    if let end = watch.pausedUntil {
      // The first stage: a release that knows no pauses goes on from here with a reminder.
      copy.stage = .twoHourReminder
      copy.nextFireAt = end
      return copy
    }
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
    guard let next = watch.nextFireAt, next <= now, watch.stage != .missed, !watch.isPaused else {
      return nil
    }
    if watch.stage == .courtesy { return .courtesy }
    // A step may have been pushed forward after a failure, so the one noted counts as come.
    let come = steps(of: watch, preferences).last { $0.at <= now }?.stage ?? watch.stage
    return come.rawValue < watch.stage.rawValue ? watch.stage : come
  }
}
