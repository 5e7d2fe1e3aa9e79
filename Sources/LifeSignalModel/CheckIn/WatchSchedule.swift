public import Foundation

/// When the steps of a deadline come due. Pure arithmetic on instants; wall-clock rules such as
/// daylight saving are those of ``CheckInTimes`` and end with the deadline they give.
public enum WatchSchedule {
  /// One step before or at a deadline. Several reminders share a stage; the instant distinguishes
  /// them.
  public struct Step: Equatable, Sendable {
    public var stage: Watch.Stage
    public var at: Date
    /// Whether it is a reminder that the person has asked for again.
    public var isSnooze: Bool

    public init(stage: Watch.Stage, at: Date, isSnooze: Bool = false) {
      self.stage = stage
      self.at = at
      self.isSnooze = isSnooze
    }
  }

  /// The steps the person's preferences leave in, earliest first; the alert is always the last.
  ///
  /// Reminders not shorter than the interval are left out, and so is the deadline itself where no
  /// grace follows it. Where times of day are promised, no reminder comes earlier than
  /// ``CheckInTimes/window`` before a time.
  public static func steps(of watch: Watch, _ preferences: NotificationPreferences) -> [Step] {
    guard let deadline = watch.deadline else { return [] }
    var steps: [Step] = []
    for minutes in preferences.leads {
      let lead = TimeInterval(minutes * 60)
      guard watch.times == nil ? lead < watch.interval : lead <= CheckInTimes.window else {
        continue
      }
      steps.append(Step(stage: .reminder(lead), at: (deadline - lead).storable))
    }
    if watch.grace > 0 { steps.append(Step(stage: .deadline, at: deadline)) }
    steps.append(Step(stage: .alarm, at: (deadline + watch.grace).storable))
    // One that would come with the alert, or after it, is none.
    if let until = watch.currentSnooze?.until, until < deadline + watch.grace {
      let stage =
        until < deadline ? .reminder(deadline.timeIntervalSince(until)) : Watch.Stage.deadline
      let place = steps.firstIndex { $0.at > until } ?? steps.endIndex
      steps.insert(Step(stage: stage, at: until, isSnooze: true), at: place)
    }
    return steps
  }

  /// A copy that waits for the first step after `now`, or for the alert if that has passed too; one
  /// that is paused waits for the end of the pause.
  public static func waiting(
    _ watch: Watch, after now: Date, _ preferences: NotificationPreferences
  ) -> Watch {
    var copy = watch
    if let end = watch.pausedUntil {
      // The first stage: an older release that knows no pauses continues from here with a reminder.
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
  ) -> Step? {
    guard let next = watch.nextFireAt, next <= now, watch.stage != .missed, !watch.isPaused else {
      return nil
    }
    let noted = Step(stage: watch.stage, at: next)
    if watch.stage == .courtesy { return noted }
    let steps = steps(of: watch, preferences)
    let come = steps.last { $0.at <= now }
    if let come, come.stage.rawValue >= watch.stage.rawValue { return come }
    // A step may have been pushed forward after a failure, so the one noted counts as come.
    return steps.first { $0.stage == watch.stage && $0.at >= next } ?? noted
  }
}

extension Watch.Stage {
  /// The stage of a reminder so many seconds before the deadline. Raw values stay in the order of
  /// time, and the previous release can read all of them.
  fileprivate static func reminder(_ lead: TimeInterval) -> Watch.Stage {
    lead >= CheckInReminder.twoHours.lead ? .twoHourReminder : .thirtyMinuteReminder
  }
}
