public import Foundation
public import LifeSignalModel

/// Values computed from the state alone; time is `currentTime`.
extension CheckInFeature.State {
  public var settings: CheckInSettings {
    CheckInSettings(
      interval: checkInInterval, reminder: reminderInterval, gracePeriod: gracePeriod,
      times: checkInTimes)
  }

  /// Seconds until the deadline, never negative.
  public var timeRemaining: TimeInterval {
    max(0, nextCheckInTime?.timeIntervalSince(currentTime) ?? 0)
  }

  public var isOverdue: Bool { nextCheckInTime.map { currentTime > $0 } ?? false }

  public var formattedTimeRemaining: Phrase {
    guard let nextCheckInTime else { return "No check-in" }
    return Countdown.text(until: nextCheckInTime, now: currentTime)
  }

  public var formattedCheckInInterval: Phrase { Countdown.interval(checkInInterval) }

  public var plan: CheckInPlan { checkInTimes.map { .times($0) } ?? .interval(checkInInterval) }

  public var isPaused: Bool { pausedUntil != nil }

  /// Whether check-ins are expected, now or after a pause. A person without a countdown only watches
  /// over others.
  public var hasCountdown: Bool { nextCheckInTime != nil }

  /// The zone in which times are typed and days are drawn.
  public var zone: Zone { browserZone ?? checkInTimes?.zone ?? .utc }

  /// When the countdown began: the last check-in, the end of a pause, or the first responder.
  public var countdownStart: Date? { resumedAt ?? lastCheckInTime }

  /// Whether a reminder may be out that can come again in time: its person asks, and the server decides.
  public func canSnooze(at now: Date) -> Bool {
    guard let deadline = nextCheckInTime, !isPaused, snoozedUntil.map({ $0 <= now }) ?? true else {
      return false
    }
    let lead = areRemindersEnabled ? max(reminderInterval, ownReminder) : 0
    return now >= deadline - lead && now + SnoozeRules.delay < deadline + gracePeriod
  }

  /// The remaining part of the countdown, 0…1.
  public var checkInProgress: Double {
    guard let end = nextCheckInTime else { return 0 }
    let length = countdownStart.map(end.timeIntervalSince) ?? checkInInterval
    return length > 0 ? min(1, timeRemaining / length) : 0
  }

  /// - Parameter outstanding: the deadline that a check-in made just now meets; nil after a change
  ///   of the plan.
  mutating func recomputeDeadline(outstanding: Date? = nil) {
    if let pausedUntil {
      nextCheckInTime = plan.deadline(beginning: pausedUntil)
    } else if let resumedAt {
      nextCheckInTime = plan.deadline(beginning: resumedAt)
    } else {
      nextCheckInTime = lastCheckInTime.map {
        outstanding == nil
          ? plan.deadline(after: $0)
          : plan.deadline(checkedInAt: $0, outstanding: outstanding)
      }
    }
  }

  /// The newest page replaces the shown entries; older ones stay below it.
  mutating func showNewest(_ records: [CheckInRecord]) {
    checkInHistory = records.sorted { $0.timestamp > $1.timestamp }
    hasOlderCheckIns = records.count >= CheckInFeature.historyPage
  }

  mutating func apply(_ settings: CheckInSettings) {
    checkInInterval = settings.interval
    reminderInterval = settings.reminder
    gracePeriod = settings.gracePeriod
    // Given only when they are restored after a failure; otherwise the record brings them.
    if let times = settings.times { checkInTimes = times }
    recomputeDeadline()
  }

  mutating func apply(_ user: UserData) {
    if let time = user.lastCheckedIn {
      lastCheckInTime = max(time, lastCheckInTime ?? time)
    } else if user.deadline == nil, !user.isNonResponsive, !isCheckingIn, confirmedAt == nil {
      // The countdown was stopped elsewhere: this is no record from before a check-in of this page.
      lastCheckInTime = nil
      nextCheckInTime = nil
    }
    areRemindersEnabled = user.notificationEnabled
    ownReminder = TimeInterval(user.ownReminders.minutes.first ?? 0) * 60
    let isPlanNew = checkInTimes != user.checkInTimes || pausedUntil != user.pausedUntil
    pausedUntil = user.pausedUntil
    resumedAt = user.resumedAt
    if savingSettings == 0 {
      checkInInterval = user.checkInInterval
      checkInTimes = user.checkInTimes
      reminderInterval = user.reminderInterval
      gracePeriod = user.gracePeriod
    } else {
      heldRecord = user
    }
    // The page knows better than a record from before the check-in which deadline it met.
    if isPlanNew || checkInTimes == nil || lastCheckInTime == user.lastCheckedIn {
      recomputeDeadline()
    }
    // The server's own, unless the shown state is newer than its record.
    if savingSettings == 0, lastCheckInTime == user.lastCheckedIn, let deadline = user.deadline {
      nextCheckInTime = deadline
    }
  }
}
