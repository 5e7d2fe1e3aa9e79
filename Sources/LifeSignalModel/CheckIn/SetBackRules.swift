public import Foundation

/// Corrections after the wall clock was set back, when times that were stored before would come too
/// late. They never postpone anything, and applying them twice has the same effect as once.
public enum SetBackRules {
  /// Nil when the watch needs no correction.
  ///
  /// A check-in whose time is now in the future counts as made now. If it had answered a later time
  /// of day, it answers the next one. A courtesy window is cut to `courtesy`.
  /// - Parameter courtesy: the length of a courtesy window in seconds.
  public static func watch(
    _ old: Watch, _ preferences: NotificationPreferences, courtesy: TimeInterval, at now: Date
  ) -> Watch? {
    guard !old.isPaused, old.stage != .missed, old.deadline != nil else { return nil }
    var watch = old
    if let last = old.lastCheckIn, last > now {
      watch.lastCheckIn = now.storable
      watch.deadline =
        old.hasAnsweredTime(after: last)
        ? min(old.deadline ?? .distantFuture, old.plan.deadline(checkedInAt: now, outstanding: nil))
        : old.plan.deadline(after: now)
    }
    if let start = old.resumedAt, start > now {
      watch.resumedAt = now.storable
      watch.deadline = watch.plan.deadline(beginning: now)
    }
    if watch != old {
      watch.gen += 1
    } else {
      guard old.stage == .courtesy, let next = old.nextFireAt, next > now + courtesy else {
        return nil
      }
    }
    return WatchSchedule.waiting(watch, after: now, preferences)
  }

  /// Nil when the trip needs no correction. The times its person has chosen stay.
  public static func travel(_ old: Travel, courtesy: TimeInterval, at now: Date) -> Travel? {
    guard old.isOpen, old.stage == .courtesy, let next = old.nextFireAt, next > now + courtesy
    else { return nil }
    return TravelSchedule.waiting(old, after: now)
  }

  /// Nil when the next call comes no later than its rule says.
  public static func escalation(_ old: Escalation, at now: Date) -> Escalation? {
    let latest = (now + EscalationRules.pause(of: old)).storable
    guard old.isOpen, let next = old.nextFireAt, next > latest else { return nil }
    var row = old
    row.nextFireAt = latest
    row.gen += 1
    return row
  }
}

extension EscalationRules {
  /// Seconds from the last change of the row to its next step.
  static func pause(of row: Escalation) -> TimeInterval {
    switch row.stage {
    case .calling:
      row.steps.indices.contains(row.step - 1)
        ? row.steps[row.step - 1].wait : EscalationPlan.defaultWait
    case .broadcasting: pause(ofCall: row.step - 1)
    case .held: holding
    case .asked: answering
    }
  }

  /// Seconds to the next call of all responders, after `step` earlier calls of all of them.
  static func pause(ofCall step: Int) -> TimeInterval {
    min(longestPause, firstPause * pow(2, Double(min(max(0, step), 16))))
  }
}
