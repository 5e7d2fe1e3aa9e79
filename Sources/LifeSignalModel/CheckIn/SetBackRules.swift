public import Foundation

/// What is put right when the wall clock was set back: what was written by the clock as it was before would
/// wait too long by the one that shows now. Nothing is put off by it, and doing it twice changes nothing.
public enum SetBackRules {
  /// Nil when the watch is as it should be. A check-in of a time that has not come counts as made now, and
  /// a courtesy that would last longer than one does is given when it is due.
  /// - Parameter courtesy: seconds one lasts.
  public static func watch(
    _ old: Watch, _ preferences: NotificationPreferences, courtesy: TimeInterval, at now: Date
  ) -> Watch? {
    guard !old.isPaused, old.stage != .missed, old.deadline != nil else { return nil }
    var watch = old
    if let last = old.lastCheckIn, last > now {
      watch.lastCheckIn = now.storable
      watch.deadline = watch.plan.deadline(after: now)
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

  /// Nil when the journey is as it should be. Its times stay as its person has chosen them.
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
  /// Seconds from the last change of the row to what it waits for.
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

  /// Seconds after so many calls of everybody before.
  static func pause(ofCall step: Int) -> TimeInterval {
    min(longestPause, firstPause * pow(2, Double(min(max(0, step), 16))))
  }
}
