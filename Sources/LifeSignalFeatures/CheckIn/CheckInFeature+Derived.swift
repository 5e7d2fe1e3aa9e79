public import Foundation
public import LifeSignalModel

/// Values computed from the state alone; time is `currentTime`.
extension CheckInFeature.State {
  public var settings: CheckInSettings {
    CheckInSettings(
      interval: checkInInterval, reminder: reminderInterval, gracePeriod: gracePeriod)
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

  /// What is left of the interval, 0…1.
  public var checkInProgress: Double {
    checkInInterval > 0 ? min(1, timeRemaining / checkInInterval) : 0
  }

  mutating func recomputeDeadline() {
    nextCheckInTime = lastCheckInTime?.addingTimeInterval(checkInInterval)
  }

  mutating func apply(_ settings: CheckInSettings) {
    checkInInterval = settings.interval
    reminderInterval = settings.reminder
    gracePeriod = settings.gracePeriod
    recomputeDeadline()
  }

  mutating func apply(_ user: UserData) {
    if let time = user.lastCheckedIn { lastCheckInTime = max(time, lastCheckInTime ?? time) }
    areRemindersEnabled = user.notificationEnabled
    if savingSettings == 0 {
      checkInInterval = user.checkInInterval
      reminderInterval = user.reminderInterval
      gracePeriod = user.gracePeriod
    }
    recomputeDeadline()
  }
}
